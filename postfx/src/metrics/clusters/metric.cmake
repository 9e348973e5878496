# SPDX-License-Identifier: MIT
# Largest cluster.
photopic_room(metrics/clusters cluster_rows.cpp clusters.cpp)
photopic_shader(photopic metrics_mark metrics/clusters/mark.comp)
photopic_shader(photopic metrics_clusters metrics/clusters/clusters.comp)
