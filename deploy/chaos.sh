#!/bin/sh
# Kill every process of a fleet on this machine, in several rounds: `deploy/chaos.sh [ROUNDS] [RUNS] [CLIENTS]`. Exits
# with 1 if the test fails, for example because a run is lost.
set -eu
cd "$(dirname "$0")/.."
RYE_CHAOS_ROUNDS=${1:-10} RYE_CHAOS_RUNS=${2:-500} RYE_CHAOS_CLIENTS=${3:-64} exec npm run chaos
