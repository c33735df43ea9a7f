#!/bin/sh
# A task of the array that `lab grade --slurm` submits. Arguments: the number of tasks, then the
# command that grades; which share of the class is this task's is said by Slurm.
tasks=$1
shift
exec "$@" --share "$SLURM_ARRAY_TASK_ID/$tasks"
