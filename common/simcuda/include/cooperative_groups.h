#pragma once

#include "simcuda/groups/block.hpp"
#include "simcuda/groups/grid.hpp"
#include "simcuda/groups/lanes.hpp"
#include "simcuda/groups/partitions.hpp"
