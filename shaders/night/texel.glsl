vec3 night(vec3 color, vec2 place, NightParams params) { return color * params.strength; }
