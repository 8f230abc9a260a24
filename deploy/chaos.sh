#!/bin/sh
# Kill every part of a fleet on this machine, round after round: `deploy/chaos.sh [ROUNDS] [RUNS] [CLIENTS]`. Ends with 1 if a run was lost.
set -eu
cd "$(dirname "$0")/.."
RYE_CHAOS_ROUNDS=${1:-10} RYE_CHAOS_RUNS=${2:-500} RYE_CHAOS_CLIENTS=${3:-64} exec npm run chaos
