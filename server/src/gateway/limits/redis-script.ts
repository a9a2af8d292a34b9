/**
 * The limiter's Lua scripts for Redis or Valkey. One string holds the three rings of a key, and each script changes it
 * atomically.
 *
 * Layout, big-endian: `born` (double), then the latest cell (double) and the sum (u32) for minute, hour and day, which
 * makes 44 bytes, then 3 × 240 counters (u32). `born` is the creation time in microseconds. If it changes, counts were
 * lost. The clock is Redis' TIME. Only tests pass another time (`testTimeMs`). No setting can change it.
 */
import { CELLS, WINDOWS } from './limiter.ts';

const HEAD_BYTES = 44;
const RING_BYTES = CELLS * 4;
const STATE_BYTES = HEAD_BYTES + WINDOWS.length * RING_BYTES;
/** Slightly longer than the day window. Renewed whenever the latest cell of the day changes. */
const EXPIRE_MS = 90_000_000;
/** How long Redis remembers the token of counts that a node has added, so that a retry does not add them twice. */
const TOKEN_EXPIRE_MS = 600_000;

const COMMON = `
local key = KEYS[1]
local CELL_MS = {${WINDOWS.map(({ cellMs }) => cellMs).join(', ')}}
local HEAD = '>ddI4dI4dI4'

local function clock(testMs)
  if testMs ~= '' then return tonumber(testMs) end
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

local function load()
  local head = redis.call('GETRANGE', key, 0, ${HEAD_BYTES - 1})
  if #head < ${HEAD_BYTES} then return 0, {0, 0, 0}, {0, 0, 0} end
  local born, l1, s1, l2, s2, l3, s3 = struct.unpack(HEAD, head)
  return born, {l1, l2, l3}, {s1, s2, s3}
end

local function save(born, last, sum)
  if born == 0 then
    local time = redis.call('TIME')
    born = time[1] * 1000000 + time[2]
    redis.call('SETRANGE', key, ${STATE_BYTES - 1}, '\\0')
  end
  redis.call('SETRANGE', key, 0, struct.pack(HEAD, born, last[1], sum[1], last[2], sum[2], last[3], sum[3]))
  return born
end

local function place(w, cell)
  return ${HEAD_BYTES} + (w - 1) * ${RING_BYTES} + (cell % ${CELLS}) * 4
end

-- Reads the counters of consecutive cells, which may wrap around the end of the ring.
local function read(w, first, count)
  local head = math.min(count, ${CELLS} - first % ${CELLS})
  local bytes = redis.call('GETRANGE', key, place(w, first), place(w, first) + head * 4 - 1)
  if head < count then
    bytes = bytes .. redis.call('GETRANGE', key, place(w, 0), place(w, 0) + (count - head) * 4 - 1)
  end
  return {struct.unpack('>' .. string.rep('I4', count), bytes)}
end

-- If the clock stepped back by at most a window, the latest cell stays in use.
local function cellFor(w, now, last)
  local cell = math.floor(now / CELL_MS[w])
  if last > cell and last - cell <= ${CELLS} then return last end
  return cell
end

-- The number of requests in the window that ends in the cell.
local function liveAt(w, cell, last, sum)
  local steps = cell - last
  if steps == 0 or sum == 0 then return sum end
  if steps < 0 or steps >= ${CELLS} then return 0 end
  local cells = read(w, last + 1, steps)
  for i = 1, steps do sum = sum - cells[i] end
  return sum
end

-- Moves the ring to the cell and clears the counters that have left the window.
local function move(w, cell, last, sum)
  local steps = cell - last
  if steps == 0 or sum == 0 then return end
  if steps < 0 or steps > ${CELLS} then steps = ${CELLS} end
  local head = math.min(steps, ${CELLS} - (cell - steps + 1) % ${CELLS})
  redis.call('SETRANGE', key, place(w, cell - steps + 1), string.rep('\\0', head * 4))
  redis.call('SETRANGE', key, place(w, 0), string.rep('\\0', (steps - head) * 4))
end

local function add(w, cell, count)
  redis.call('BITFIELD', key, 'OVERFLOW', 'SAT', 'INCRBY', 'u32', place(w, cell) * 8, count)
end
`;

/**
 * Checks and counts requests. KEYS: state. ARGV: three limits, the number of requests to count (0 only peeks), the test
 * time, and the latest start time by Redis' clock (ms). Counts as many requests as fit. If the script starts too late,
 * it does nothing, because the node has already decided without Redis. Returns the number of counted requests (-1 if
 * late, and for a peek 1 if a request would fit, otherwise 0), `born`, the current time, and each window's remaining
 * requests and wait.
 */
export const DECIDE_SCRIPT = `${COMMON}
local now = clock(ARGV[5])
if ARGV[6] ~= '' and now > tonumber(ARGV[6]) then return {-1, 0, now} end
local born, last, sum = load()
local limit, cell, live = {}, {}, {}
local wanted = tonumber(ARGV[4])
local room = math.max(wanted, 1)
for w = 1, 3 do
  limit[w] = tonumber(ARGV[w])
  cell[w] = cellFor(w, now, last[w])
  live[w] = liveAt(w, cell[w], last[w], sum[w])
  room = math.max(0, math.min(room, limit[w] - live[w]))
end
if wanted > 0 and room > 0 then
  local isNewDay = cell[3] ~= last[3]
  for w = 1, 3 do
    move(w, cell[w], last[w], sum[w])
    live[w] = live[w] + room
  end
  last = cell
  born = save(born, cell, live)
  for w = 1, 3 do add(w, cell[w], room) end
  if isNewDay then redis.call('PEXPIRE', key, ${EXPIRE_MS}) end
end
local reply = {room, born, now, 0, 0, 0, 0, 0, 0}
for w = 1, 3 do
  if live[w] < limit[w] then
    reply[3 + w] = limit[w] - live[w]
  else
    local first = cell[w] - ${CELLS - 1}
    local mustGo = live[w] + 1 - limit[w]
    local cells = read(w, first, last[w] - first + 1)
    local i = 0
    repeat
      i = i + 1
      mustGo = mustGo - cells[i]
    until mustGo <= 0 or first + i > last[w]
    reply[6 + w] = (first + i - 1 + ${CELLS}) * CELL_MS[w] - now
  end
end
return reply
`;

/**
 * Adds the requests that a node admitted without Redis. KEYS: state, token. ARGV: the last `born` that the node saw,
 * the test time, then two parts with three windows each. A window consists of its number of cells, followed by each
 * cell and its count. Redis has already counted the second part, so it is added only if `born` has changed, which shows
 * that Redis lost it. The token makes a retry harmless. Returns the resulting `born`.
 */
export const ADD_SCRIPT = `${COMMON}
local born, last, sum = load()
if not redis.call('SET', KEYS[2], '1', 'NX', 'PX', ${TOKEN_EXPIRE_MS}) then return born end
local now = clock(ARGV[2])
local isLost = born ~= tonumber(ARGV[1])
for w = 1, 3 do
  local cell = cellFor(w, now, last[w])
  local live = liveAt(w, cell, last[w], sum[w])
  move(w, cell, last[w], sum[w])
  last[w], sum[w] = cell, live
end
born = save(born, last, sum)
local at = 3
for part = 1, 2 do
  for w = 1, 3 do
    local count = tonumber(ARGV[at])
    for i = at + 1, at + 2 * count, 2 do
      local cell = math.min(tonumber(ARGV[i]), last[w])
      if cell > last[w] - ${CELLS} and (part == 1 or isLost) then
        add(w, cell, ARGV[i + 1])
        sum[w] = math.min(sum[w] + tonumber(ARGV[i + 1]), 4294967295)
      end
    end
    at = at + 1 + 2 * count
  end
end
save(born, last, sum)
redis.call('PEXPIRE', key, ${EXPIRE_MS})
return born
`;

/** Checks that a server accepts writes, and returns its clock. */
export const PROBE_SCRIPT = `
redis.call('SET', KEYS[1], '1', 'PX', 1000)
return redis.call('TIME')
`;
