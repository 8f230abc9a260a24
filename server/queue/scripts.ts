import { freeing, script } from './lua.ts'

/**
 * Store an analyzed run, and drop the oldest runs above the limits. Returns the ticket of the run; 0 if the run alone
 * exceeds the total bytes. ARGV: id, seen, head, files, client, session, digest, level, validity in ms, maximum number
 * of runs per client and in total, maximum total bytes.
 */
export const keepRun = script(`
local id, client = ARGV[1], ARGV[5]
local valid, perClient, most, mostBytes = tonumber(ARGV[9]), tonumber(ARGV[10]), tonumber(ARGV[11]), tonumber(ARGV[12])
if #ARGV[3] + #ARGV[4] > mostBytes then return 0 end
trusted(tonumber(ARGV[2]))
removeEnded()
local run, kept, ticket = runOf(id), P .. 'kept', step()
call('HSET', run, 'state', 'kept', 'head', ARGV[3], 'files', ARGV[4], 'client', client, 'session', ARGV[6], 'digest', ARGV[7],
  'level', ARGV[8], 'ticket', ticket, 'token', '')
call('PEXPIRE', run, valid)
call('ZADD', kept, now() + valid, id)
call('PEXPIRE', kept, valid)
local order, count, bytes, total = {}, {}, {}, 0
for _, one in ipairs(call('ZRANGE', kept, 0, -1)) do
  local who = call('HGET', runOf(one), 'client') or ''
  local size = call('HSTRLEN', runOf(one), 'head') + call('HSTRLEN', runOf(one), 'files')
  order[#order + 1] = { id = one, client = who, size = size }
  count[who], bytes[who], total = (count[who] or 0) + 1, (bytes[who] or 0) + size, total + size
end
local function dropOldestOf(who)
  for at, one in ipairs(order) do
    if one.client == who then
      call('DEL', runOf(one.id))
      call('ZREM', kept, one.id)
      count[who], bytes[who], total = count[who] - 1, bytes[who] - one.size, total - one.size
      table.remove(order, at)
      return
    end
  end
end
while (count[client] or 0) > perClient do dropOldestOf(client) end
while #order > 0 and (total > mostBytes or #order > most) do
  local largest = order[1].client
  for who, size in pairs(bytes) do if size > bytes[largest] then largest = who end end
  dropOldestOf(largest)
end
return ticket
`)

/**
 * Accept a confirmed run: it receives a seat and a turn. Runs of one client are whole turns apart, so a flood delays
 * only its own client. The seat expires soon, unless `seatRun` renews it once the job exists. ARGV: id, seen, client,
 * digest, maximum number of waiting runs, of seats per client, and of starts per client in a period; that period in
 * seconds; ms of the seat and of the followers' lease; the estimated waiting time in ms.
 */
export const acceptRun = script(`
local id, client, run = ARGV[1], ARGV[3], runOf(ARGV[1])
local state, owner, digest, ticket, turn = unpack(call('HMGET', run, 'state', 'client', 'digest', 'ticket', 'turn'))
if not state or owner ~= client or digest ~= ARGV[4] then return { 'gone' } end
if state ~= 'kept' then return { 'accepted', state == 'waiting' and turn or 0, 0 } end
if not trusted(tonumber(ARGV[2])) then return { 'unconfirmed' } end
if isOld(ticket) then return { 'gone' } end
local rate = P .. 'rate:runs:' .. client
call('SET', rate, 0, 'EX', ARGV[8], 'NX')
if call('INCR', rate) > tonumber(ARGV[7]) then return { 'too many', call('PTTL', rate) } end
local seats, mine = P .. 'seats', P .. 'seats:' .. client
for _, key in ipairs({ seats, mine }) do call('ZREMRANGEBYSCORE', key, '-inf', now()) end
local before = call('ZCARD', seats) - call('HLEN', P .. 'running')
if before >= tonumber(ARGV[5]) then return { 'busy', 'queue', before } end
if call('ZCARD', mine) >= tonumber(ARGV[6]) then return { 'busy', 'client', before } end
if before == 0 then call('DEL', P .. 'turns') end
local turns = call('HMGET', P .. 'turns', '', client)
turn = math.min(2000000, math.max(tonumber(turns[1] or 0), tonumber(turns[2] or 0)) + 1)
call('HSET', P .. 'turns', client, turn)
call('HSET', run, 'state', 'waiting', 'turn', turn, 'at', now())
call('ZREM', P .. 'kept', id)
call('SET', run .. ':heard', 1, 'PX', ARGV[10])
addEvent(id, 'accepted', '{"id":"' .. id .. '","position":' .. before .. ',"estimate_ms":' .. ARGV[11] .. '}')
hold(id, client, tonumber(ARGV[9]))
return { 'accepted', turn, step() }
`)

/** Renew the seat of a run that has its job: it lasts as long as a run can wait. ARGV: id, ms. */
export const seatRun = freeing(`
local state, client = unpack(call('HMGET', runOf(ARGV[1]), 'state', 'client'))
if state == 'waiting' then hold(ARGV[1], client, tonumber(ARGV[2])) end
return 1
`)

/**
 * Take the marker before the process is started: only the worker that receives the marker executes the run. A run that
 * this worker cannot run now is deferred, and so is a run of a lost data set: the watch ends such runs. For a run that
 * no server follows, the script returns the number of such attempts. ARGV: id, seen, worker, token, 'hosted' if the
 * worker is, then the levels that it provides.
 */
export const takeRun = script(`
local id, token, run = ARGV[1], ARGV[4], runOf(ARGV[1])
local state, mark, ticket, level, at, turn = unpack(call('HMGET', run, 'state', 'token', 'ticket', 'level', 'at', 'turn'))
local function taken(count)
  return { 'taken', count, call('HGET', run, 'head'), call('HGET', run, 'files'), call('HGET', run, 'waited') }
end
if state == 'running' and mark == token then return taken(0) end
if state ~= 'waiting' then return { 'over' } end
if not trusted(tonumber(ARGV[2])) or isOld(ticket) then return { 'later' } end
local reaches = ARGV[5] == 'hosted' or call('EXISTS', P .. 'hosted') == 0
local hasLevel = false
for at = 6, #ARGV do hasLevel = hasLevel or ARGV[at] == level end
if not reaches or not hasLevel then return { 'later' } end
if call('EXISTS', run .. ':heard') == 0 then return { 'unfollowed', call('HINCRBY', run, 'unheard', 1) } end
local waited = math.max(0, now() - tonumber(at))
call('HSET', run, 'state', 'running', 'token', token, 'waited', waited)
call('HSET', P .. 'running', id, ARGV[3])
hold(id, call('HGET', run, 'client'), '+inf')
if tonumber(turn) > tonumber(call('HGET', P .. 'turns', '') or 0) then call('HSET', P .. 'turns', '', turn) end
for _, bound in ipairs({ 10, 50, 100, 500, 1000, 5000, 30000, 300000 }) do
  if waited <= bound then call('HINCRBY', P .. 'figures', 'wait:' .. bound, 1) end
end
call('HINCRBY', P .. 'figures', 'wait:count', 1)
call('HINCRBY', P .. 'figures', 'wait:sum', waited)
addEvent(id, 'started', '{"waited_ms":' .. waited .. '}')
return taken(step())
`)

/**
 * Add events that were not added before: `first` is the number of the first event in the worker's own count, `from` its
 * index in ARGV. Events beyond `most` bytes are counted but dropped.
 */
const adding = `
local function addEvents(id, run, first, most, question, from)
  if question == '-' then call('HDEL', run, 'question') elseif question ~= '' then call('HSET', run, 'question', question) end
  local appended, bytes = tonumber(call('HGET', run, 'appended') or 0), tonumber(call('HGET', run, 'bytes') or 0)
  for at = from, #ARGV, 2 do
    local number = first + (at - from) / 2
    if number > appended then
      bytes = bytes + #ARGV[at + 1]
      if bytes <= most then addEvent(id, ARGV[at], ARGV[at + 1]) end
      if ARGV[at] == 'graph' then call('HSET', run, 'walks', 1) end
      appended = number
    end
  end
  call('HSET', run, 'appended', appended, 'bytes', bytes)
end
-- A batch before this one is missing: it was refused, or the data set is an older copy.
local function hasGap(run, first) return first > tonumber(call('HGET', run, 'appended') or 0) + 1 end
`

/**
 * Add events of a run. Returns 0 if the run accepts no more events or earlier events are missing. ARGV: id, token,
 * number of the first event in the worker's own count, maximum total bytes, the open question ('' unchanged, '-' none),
 * then alternating event and text.
 */
export const appendEvents = script(`${adding}
local id, run, first = ARGV[1], runOf(ARGV[1]), tonumber(ARGV[3])
local state, token = unpack(call('HMGET', run, 'state', 'token'))
if state ~= 'running' or token ~= ARGV[2] or hasGap(run, first) then return 0 end
addEvents(id, run, first, tonumber(ARGV[4]), ARGV[5], 6)
return 1
`)

const ending = `${adding}
local id, run, kind, took = ARGV[1], runOf(ARGV[1]), ARGV[3], ARGV[5]
local state, token, client = unpack(call('HMGET', run, 'state', 'token', 'client'))
if (state ~= 'waiting' and state ~= 'running') or token ~= ARGV[2] then return { 0, 0 } end
if #ARGV > 8 then
  if hasGap(run, tonumber(ARGV[9])) then return { -1, 0 } end
  addEvents(id, run, tonumber(ARGV[9]), tonumber(ARGV[10]), ARGV[11], 12)
end
addEvent(id, 'result', ARGV[4])
call('HSET', run, 'state', 'ended')
call('HDEL', run, 'question', 'head', 'files')
call('DEL', run .. ':heard', run .. ':words')
for _, key in ipairs({ 'seats', 'seats:' .. client, 'old' }) do call('ZREM', P .. key, id) end
call('HDEL', P .. 'running', id)
call('HINCRBY', P .. 'figures', 'ending:' .. kind, 1)
if took ~= '' then
  for _, field in ipairs({ 'took:' .. kind, 'timed:ms' }) do call('HINCRBY', P .. 'figures', field, took) end
  call('HINCRBY', P .. 'figures', 'timed:runs', 1)
end
local keep, size = tonumber(ARGV[6]), tonumber(call('HGET', run, 'bytes') or 0) + #ARGV[4]
for _, key in ipairs({ run, run .. ':events' }) do call('PEXPIRE', key, keep) end
call('ZADD', P .. 'ended', now() + keep, id)
call('HSET', P .. 'ended-bytes', id, size)
call('HINCRBY', P .. 'ended-bytes', '', size)
removeEnded()
while call('ZCARD', P .. 'ended') > tonumber(ARGV[7]) or tonumber(call('HGET', P .. 'ended-bytes', '')) > tonumber(ARGV[8]) do
  local oldest = call('ZRANGE', P .. 'ended', 0, 0)[1]
  if oldest == id then break end
  remove(oldest)
end
return { 1, step() }
`

/**
 * Set the ending of a run. ARGV: id, token of its worker ('' while it waits), ending, result, its duration in ms (''
 * for none), the maximum age, number and bytes of stored ended runs; then, if last events are passed, the arguments for
 * adding them. Returns a pair: 1 if the ending was set, 0 if the run has already ended or belongs to another worker, -1
 * if other events must be added first; then the count of steps, or 0.
 */
export const endRun = script(ending)
/** The same script as `endRun`, for a full Redis; the result must be small. */
export const endRunWhenFull = freeing(ending)

/**
 * Record a heartbeat. ARGV: worker, its description, then repeatedly id, token and number of the last message that the
 * run received.
 */
export const beat = freeing(`
call('HSET', P .. 'workers', ARGV[1], ARGV[2])
local answers = {}
for at = 3, #ARGV, 3 do
  local run = runOf(ARGV[at])
  local state, token, ticket, cancelled = unpack(call('HMGET', run, 'state', 'token', 'ticket', 'cancel'))
  local words, isMine = run .. ':words', state == 'running' and token == ARGV[at + 1] and not isOld(ticket)
  local first = isMine and call('LINDEX', words, 0)
  while first and tonumber(string.match(first, '^%d+')) <= tonumber(ARGV[at + 2]) do
    call('LPOP', words)
    first = call('LINDEX', words, 0)
  end
  answers[#answers + 1] = isMine and (cancelled and 'cancelled' or 'continues') or 'over'
  answers[#answers + 1] = isMine and table.concat(call('LRANGE', words, 0, -1), '\\n') or ''
end
return answers
`)

/** Request the end of a run. Returns its state. ARGV: id. */
export const askCancel = freeing(`
local state = call('HGET', runOf(ARGV[1]), 'state')
if state == 'waiting' or state == 'running' then call('HSET', runOf(ARGV[1]), 'cancel', 1) end
return state
`)

/**
 * Add a user's message to a run. ARGV: id, kind, mark of this message, text, maximum waiting messages; for an answer,
 * question and digest.
 */
export const addUserMessage = script(`
local run, kind = runOf(ARGV[1]), ARGV[2]
local state, walks, said, open = unpack(call('HMGET', run, 'state', 'walks', 'said:' .. kind, 'question'))
if state ~= 'running' then return 'unknown' end
if said == ARGV[3] then return 'taken' end
if kind == 'answer' then
  local question, digest = string.match(open or '', '^(%S+) (%S+)$')
  if question ~= ARGV[6] then return 'unknown' end
  if digest ~= ARGV[7] then return 'differs' end
  call('HDEL', run, 'question')
else
  if not walks then return 'unknown' end
  if call('LLEN', run .. ':words') >= tonumber(ARGV[5]) then return 'too-many' end
end
call('HSET', run, 'said:' .. kind, ARGV[3])
call('RPUSH', run .. ':words', call('HINCRBY', run, 'words', 1) .. ' ' .. kind .. ' ' .. ARGV[4])
return 'taken'
`)

/** Check the whole queue. ARGV: seen, the instance to trust. */
export const look = freeing(`
local isTrusted = trusted(tonumber(ARGV[1]), ARGV[2])
removeEnded()
for _, id in ipairs(call('ZRANGE', P .. 'old', 0, -1)) do
  local state = call('HGET', runOf(id), 'state')
  if state ~= 'waiting' and state ~= 'running' then call('ZREM', P .. 'old', id) end
end
local timed = call('HMGET', P .. 'figures', 'timed:ms', 'timed:runs')
return { instance(), isTrusted and 1 or 0, call('HGET', P .. 'epoch', 'count') or 0, timed[1] or 0, timed[2] or 0,
  call('ZRANGE', P .. 'old', 0, 499), call('HGETALL', P .. 'running'), call('HGETALL', P .. 'workers') }
`)
