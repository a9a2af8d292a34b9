/**
 * Lua scripts for the shared call budgets, with the same rules as `takeFromBudget` and `throttleBudget`. Each account is one hash.
 * The fields `m0`… and `d0`… are the cells of the minute and the day, each stored as `<cell number>:<count>`.
 */
import { DAY, MINUTE, RECOVERY_MS } from './call-budget.ts';

/** Longer than the day window. */
const EXPIRE_MS = 93_600_000;

const COMMON = `
local key = KEYS[1]

local function clock(testMs)
  if testMs ~= '' then return tonumber(testMs) end
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

local function load(now, prefix, cellMs, cells)
  local newest = math.floor(now / cellMs)
  local fields = {}
  for i = 0, cells - 1 do fields[i + 1] = prefix .. i end
  local used, current = 0, 0
  for _, value in ipairs(redis.call('HMGET', key, unpack(fields))) do
    if value then
      local cell, count = string.match(value, '^(%d+):(%d+)$')
      if tonumber(cell) > newest - cells then used = used + tonumber(count) end
      if tonumber(cell) == newest then current = tonumber(count) end
    end
  end
  return used, prefix .. (newest % cells), newest, current
end

local function permitted(now)
  local saved = redis.call('HMGET', key, 'reducedTo', 'reducedAt')
  if not saved[1] then return 100 end
  return math.min(100, tonumber(saved[1]) + 100 * (now - tonumber(saved[2])) / ${RECOVERY_MS})
end
`;

export const TAKE_SCRIPT = `${COMMON}
local now = clock(ARGV[1])
local weight = tonumber(ARGV[2])
local percent = tonumber(ARGV[5]) * permitted(now) / 100

local function wait(used, limit, cellMs)
  if limit < 0 or (used + weight) * 100 <= limit * percent then return 0 end
  return cellMs - now % cellMs
end

local minuteUsed, minuteField, minuteCell, minuteCount = load(now, 'm', ${MINUTE.cellMs}, ${MINUTE.cells})
local dayUsed, dayField, dayCell, dayCount = load(now, 'd', ${DAY.cellMs}, ${DAY.cells})
local blocked = tonumber(redis.call('HGET', key, 'blockedUntil') or '0')
local pause = math.max(0, blocked - now, wait(minuteUsed, tonumber(ARGV[3]), ${MINUTE.cellMs}),
  wait(dayUsed, tonumber(ARGV[4]), ${DAY.cellMs}))
if pause > 0 and ARGV[6] == '0' then return {0, math.ceil(pause), minuteUsed, dayUsed} end
redis.call('HSET', key, minuteField, string.format('%.0f:%.0f', minuteCell, minuteCount + weight),
  dayField, string.format('%.0f:%.0f', dayCell, dayCount + weight))
redis.call('PEXPIRE', key, ${EXPIRE_MS})
return {1, 0, minuteUsed + weight, dayUsed + weight}
`;

/** Counts nothing. */
export const USE_SCRIPT = `${COMMON}
local now = clock(ARGV[1])
local minuteUsed = load(now, 'm', ${MINUTE.cellMs}, ${MINUTE.cells})
local dayUsed = load(now, 'd', ${DAY.cellMs}, ${DAY.cells})
local blocked = tonumber(redis.call('HGET', key, 'blockedUntil') or '0')
return {minuteUsed, dayUsed, math.max(0, blocked - now)}
`;

export const THROTTLE_SCRIPT = `${COMMON}
local now = clock(ARGV[1])
local blocked = tonumber(redis.call('HGET', key, 'blockedUntil') or '0')
if now >= blocked then
  redis.call('HSET', key, 'reducedTo', tostring(permitted(now) / 2), 'reducedAt', string.format('%.0f', now))
end
redis.call('HSET', key, 'blockedUntil', string.format('%.0f', math.max(blocked, now + tonumber(ARGV[2]))))
redis.call('PEXPIRE', key, ${EXPIRE_MS})
return 1
`;
