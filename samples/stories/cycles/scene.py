# SPDX-License-Identifier: MIT
"""Five frames of a small gallery by Blender's Cycles, on the CPU.

blender -b --factory-startup --python-exit-code 1 --python scene.py -- OUT [--steel-roughness R] [--seed N]
writes OUT/light/0001.exr (scene-linear, with depth) and OUT/screen/0001.png (Filmic), likewise 0002 to 0005.
"""
import argparse
import math
import os
import sys

import bpy
from mathutils import Vector

FRAMES = 5


def arguments():
    parser = argparse.ArgumentParser(prog="scene.py")
    parser.add_argument("out")
    parser.add_argument("--steel-roughness", type=float, default=0.12, help="of the ball in the middle, 0..1")
    parser.add_argument("--seed", type=int, default=1, help="of the samples' noise")
    parser.add_argument("--samples", type=int, default=48, help="per pixel")
    return parser.parse_args(sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else [])


def material(name, color=(0.8, 0.8, 0.8), texture=None, colors=(), scale=1.0, **inputs):
    """A Principled material; `texture` is a node that chooses between `colors`."""
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    nodes, links = made.node_tree.nodes, made.node_tree.links
    shader = nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (*color, 1)
    for key, value in inputs.items():
        shader.inputs[key.title()].default_value = value
    if texture:
        node = nodes.new(texture)
        node.inputs["Scale"].default_value = scale
        for socket, value in zip(("Color1", "Color2", "Mortar"), colors):
            node.inputs[socket].default_value = (*value, 1)
        place = nodes.new("ShaderNodeTexCoord")
        links.new(place.outputs["Object"], node.inputs["Vector"])
        links.new(node.outputs["Color"], shader.inputs["Base Color"])
    return made


def place(look, at, turn=(0, 0, 0), smooth=False):
    """Gives the object that was added last its place and its material."""
    thing = bpy.context.object
    thing.location = at
    thing.rotation_euler = [math.radians(angle) for angle in turn]
    thing.data.materials.append(look)
    if smooth:
        for face in thing.data.polygons:
            face.use_smooth = True
    return thing


def build(steel_roughness):
    mesh = bpy.ops.mesh
    floor = material("tiles", texture="ShaderNodeTexChecker", colors=[(0.55, 0.5, 0.42), (0.09, 0.1, 0.12)], scale=1.6,
                     roughness=0.25)
    wall = material("bricks", texture="ShaderNodeTexBrick", scale=2.2, roughness=0.8,
                    colors=[(0.42, 0.16, 0.09), (0.3, 0.1, 0.06), (0.5, 0.47, 0.42)])
    steel = material("steel", color=(0.75, 0.76, 0.78), metallic=1.0, roughness=steel_roughness)
    copper = material("copper", color=(0.9, 0.42, 0.22), metallic=1.0, roughness=0.35)
    glass = material("glass", color=(0.75, 0.95, 0.85), transmission=1.0, roughness=0.0)
    stone = material("stone", color=(0.62, 0.6, 0.56), roughness=0.7)
    mesh.primitive_plane_add(size=20)
    place(floor, (0, 0, 0))
    mesh.primitive_plane_add(size=20)
    place(wall, (0, 3, 0), (90, 0, 0))
    for x, height in ((-2.1, 0.5), (0, 0.9), (2.1, 0.5)):
        mesh.primitive_cube_add(size=1)
        place(stone, (x, 1, height / 2)).scale = (1.3, 1.3, height)
    mesh.primitive_monkey_add(size=1.3)
    subdivision = bpy.context.object.modifiers.new("smooth", "SUBSURF")
    subdivision.render_levels = 2
    place(copper, (-2.1, 1, 1.05), (-30, 0, 25), smooth=True)
    mesh.primitive_uv_sphere_add(radius=0.75, segments=64, ring_count=32)
    place(steel, (0, 1, 1.65), smooth=True)
    mesh.primitive_uv_sphere_add(radius=0.65, segments=64, ring_count=32)
    place(glass, (2.1, 1, 1.15), smooth=True)

    def lamp(kind, at, energy, color, **members):
        data = bpy.data.lights.new(kind, kind)
        data.energy, data.color = energy, color
        for key, value in members.items():
            setattr(data, key, value)
        thing = bpy.data.objects.new(kind, data)
        thing.location = at
        thing.rotation_euler = (Vector((0, 1, 0.8)) - Vector(at)).to_track_quat("-Z", "Y").to_euler()
        bpy.context.collection.objects.link(thing)

    lamp("AREA", (-3.5, -2, 4), 420, (1, 0.82, 0.62), size=1.5)
    lamp("AREA", (4.5, -1, 3), 130, (0.6, 0.75, 1), size=2.5)
    world = bpy.data.worlds.new("sky")
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs["Color"].default_value = (0.05, 0.06, 0.09, 1)
    bpy.context.scene.world = world

    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.data.lens = 38
    bpy.context.collection.objects.link(camera)
    bpy.context.scene.camera = camera
    return camera


def main():
    options = arguments()
    bpy.ops.wm.read_factory_settings(use_empty=True)
    camera = build(options.steel_roughness)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = options.samples
    scene.cycles.seed = options.seed
    scene.cycles.use_adaptive_sampling = False
    scene.cycles.use_denoising = False
    scene.cycles.max_bounces = 4
    scene.view_layers[0].use_pass_z = True
    scene.render.resolution_x, scene.render.resolution_y = 320, 180
    scene.render.resolution_percentage = 100
    scene.view_settings.view_transform = "Filmic"
    image = scene.render.image_settings
    for number in range(1, FRAMES + 1):
        angle = math.radians(-16 + 8 * (number - 1))
        camera.location = (5.8 * math.sin(angle), 1 - 6.8 * math.cos(angle), 2.3)
        camera.rotation_euler = (Vector((0, 1, 1.05)) - camera.location).to_track_quat("-Z", "Y").to_euler()
        scene.frame_set(number)
        image.file_format, image.color_mode, image.color_depth = "OPEN_EXR", "RGB", "16"
        image.exr_codec, image.use_zbuffer = "ZIP", True
        scene.render.filepath = os.path.join(os.path.abspath(options.out), "light", f"{number:04}.exr")
        bpy.ops.render.render(write_still=True)
        image.file_format, image.color_mode, image.color_depth = "PNG", "RGB", "8"
        screen = os.path.join(os.path.abspath(options.out), "screen")
        os.makedirs(screen, exist_ok=True)
        bpy.data.images["Render Result"].save_render(os.path.join(screen, f"{number:04}.png"), scene=scene)


main()
