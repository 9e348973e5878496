# SPDX-License-Identifier: MIT
# A Slurm cluster of this machine alone, in a folder of its own, for the user who calls. Sourced by bash.

# start_cluster FOLDER: sets SLURM_CONF; stop_cluster ends it. Fails with a reason where Slurm isn't installed.
start_cluster() {
  local folder=$1 program port
  for program in munged slurmctld slurmd sbatch; do
    PATH=$PATH:/usr/sbin command -v "$program" >/dev/null || {
      printf 'slurm: there is no %s; apt-get install slurm-wlm munge (scripts/test --slurm does)\n' "$program" >&2
      return 1
    }
  done
  export PATH=$PATH:/usr/sbin
  mkdir -p "$folder/state" "$folder/spool"
  chmod 700 "$folder"
  dd if=/dev/urandom of="$folder/munge.key" bs=128 count=1 status=none
  chmod 600 "$folder/munge.key"
  port=$((20000 + $$ % 20000))
  export SLURM_CONF=$folder/slurm.conf
  cat >"$SLURM_CONF" <<END
ClusterName=test
SlurmctldHost=$(hostname -s)(localhost)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
SlurmctldPort=$port
SlurmdPort=$((port + 1))
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SchedulerParameters=sched_interval=1,bf_interval=1
MinJobAge=60
NodeName=$(hostname -s) NodeAddr=localhost CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
END
  munged --foreground --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" \
    --pid-file="$folder/munge.pid" --log-file="$folder/munge.log" --seed-file="$folder/munge.seed" \
    >"$folder/munged.out" 2>&1 &
  cluster=($!)
  sleep 1
  slurmctld -D -c >"$folder/slurmctld.out" 2>&1 &
  cluster+=($!)
  slurmd -D -c -N "$(hostname -s)" >"$folder/slurmd.out" 2>&1 &
  cluster+=($!)
  local i
  for ((i = 0; i < 60; ++i)); do
    if sinfo -h -t idle,alloc,mix -o %n 2>/dev/null | grep -q .; then return 0; fi
    sleep 1
  done
  printf 'slurm: the cluster of this machine is not up after a minute; its logs:\n' >&2
  tail -n 5 "$folder"/*.log "$folder"/*.out >&2
  return 1
}

stop_cluster() {
  local pid
  for pid in "${cluster[@]:-}"; do
    if [ -n "$pid" ]; then kill "$pid" 2>/dev/null || true; fi
  done
  wait 2>/dev/null || true
}
