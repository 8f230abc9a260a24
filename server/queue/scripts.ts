import { freeing, script } from './lua.ts'

/** Keep an analysed run. ARGV: nonce, message, client, valid ms, bounds of one client, of all, of all bytes. */
export const keepPending = script(`
local nonce, message, client = ARGV[1], ARGV[2], ARGV[3]
local valid, perClient, most, mostBytes = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
if #message > mostBytes then return 0 end
for _, old in ipairs(redis.call('ZRANGEBYSCORE', P .. 'pending', '-inf', now())) do forgetPending(old) end
redis.call('SET', P .. 'pending:' .. nonce, message, 'PX', valid)
redis.call('ZADD', P .. 'pending', now() + valid, nonce)
redis.call('HSET', P .. 'pending-of', nonce, #message .. ':' .. client)
-- An answer that was lost with its server leaves a run that nobody confirms: no later than it do these go.
redis.call('PEXPIRE', P .. 'pending', valid)
redis.call('PEXPIRE', P .. 'pending-of', valid)
local order, count, bytes, total, all = {}, {}, {}, 0, 0
for _, one in ipairs(redis.call('ZRANGE', P .. 'pending', 0, -1)) do
  local size, who = string.match(redis.call('HGET', P .. 'pending-of', one) or '0:', '^(%d+):(.*)$')
  size = tonumber(size)
  order[#order + 1] = { nonce = one, client = who, size = size }
  count[who] = (count[who] or 0) + 1
  bytes[who] = (bytes[who] or 0) + size
  total, all = total + size, all + 1
end
local function dropOldestOf(who)
  for at, one in ipairs(order) do
    if one.client == who then
      forgetPending(one.nonce)
      count[who], bytes[who] = count[who] - 1, bytes[who] - one.size
      total, all = total - one.size, all - 1
      table.remove(order, at)
      return
    end
  end
end
while (count[client] or 0) > perClient do dropOldestOf(client) end
while all > 0 and (total > mostBytes or all > most) do
  local largest = order[1].client
  for who, size in pairs(bytes) do if size > bytes[largest] then largest = who end end
  dropOldestOf(largest)
end
return 1
`)

/**
 * Accept a run: from here on its client gets an ending, whatever is lost. Runs of one client follow each other by whole turns, so that a
 * flood waits behind itself. ARGV: nonce, id, client, session, digest, most that wait, most of one client, sandbox level, how many a
 * client may begin in how many seconds (the key that servers which already run count in).
 */
export const acceptRun = script(`
local nonce, id, client = ARGV[1], ARGV[2], ARGV[3]
local run = P .. 'run:' .. id
if redis.call('EXISTS', run) == 1 then
  if redis.call('HGET', run, 'client') ~= client or redis.call('HGET', run, 'digest') ~= ARGV[5] then return { 'gone' } end
  return { 'accepted', redis.call('HGET', run, 'turn') }
end
if redis.call('EXISTS', P .. 'pending:' .. nonce) == 0 then return { 'gone' } end
local rate = P .. 'rate:runs:' .. client
redis.call('SET', rate, 0, 'EX', ARGV[10], 'NX')
if redis.call('INCR', rate) > tonumber(ARGV[9]) then return { 'too many', redis.call('PTTL', rate) } end
local before = waiting()
if before >= tonumber(ARGV[6]) then return { 'busy', 'queue', before, estimate(before) } end
if redis.call('SCARD', P .. 'client:' .. client) >= tonumber(ARGV[7]) then return { 'busy', 'client', before, estimate(before) } end
if before == 0 then redis.call('DEL', P .. 'turns') end
local current = tonumber(redis.call('HGET', P .. 'turns', '') or 0)
local turn = math.min(2000000, math.max(current, tonumber(redis.call('HGET', P .. 'turns', client) or 0)) + 1)
redis.call('HSET', P .. 'turns', client, turn)
redis.call('RENAME', P .. 'pending:' .. nonce, run .. ':body')
redis.call('PERSIST', run .. ':body')
redis.call('HSET', run, 'client', client, 'session', ARGV[4], 'digest', ARGV[5], 'level', ARGV[8], 'state', 'waiting', 'token', '', 'turn', turn, 'at', now())
redis.call('ZADD', P .. 'open', now(), id)
redis.call('SADD', P .. 'client:' .. client, id)
forgetPending(nonce)
addEvent(id, 'accepted', '{"id":"' .. id .. '","position":' .. before .. ',"estimate_ms":' .. estimate(before) .. '}')
return { 'accepted', turn }
`)

/**
 * The marker before the spawn: whoever gets it runs the run, and nobody else ever does. What is of another version, or demands another
 * level, is left alone. ARGV: id, worker, token, version of the messages, 'hosted' if the worker is, then the levels
 * that it reaches.
 */
export const takeRun = script(`
local id, worker, token = ARGV[1], ARGV[2], ARGV[3]
local run = P .. 'run:' .. id
local state = redis.call('HGET', run, 'state')
if state == 'running' and redis.call('HGET', run, 'token') == token then return { 'taken', redis.call('GET', run .. ':body'), redis.call('HGET', run, 'waited') } end
if state ~= 'waiting' or redis.call('HEXISTS', run, 'cancel') == 1 then return {} end
local message = redis.call('GET', run .. ':body')
if not message then return {} end
local version = string.match(message, '^{"protocol":(%d+)[,}]')
if version and version ~= ARGV[4] then return { 'left alone' } end
local level, reaches = redis.call('HGET', run, 'level') or 'full', false
for at = 6, #ARGV do reaches = reaches or ARGV[at] == level end
-- A hosted server may have come to the queue after this worker.
if ARGV[5] ~= 'hosted' and redis.call('EXISTS', P .. 'hosted') == 1 then reaches = false end
if not reaches then return { 'left alone' } end
local waited = math.max(0, now() - tonumber(redis.call('HGET', run, 'at')))
redis.call('HSET', run, 'state', 'running', 'token', token, 'worker', worker, 'waited', waited)
redis.call('HSET', P .. 'running', id, worker)
local turn, current = tonumber(redis.call('HGET', run, 'turn')), tonumber(redis.call('HGET', P .. 'turns', '') or 0)
if turn > current then redis.call('HSET', P .. 'turns', '', turn) end
for _, bound in ipairs({ 10, 50, 100, 500, 1000, 5000, 30000, 300000 }) do
  if waited <= bound then redis.call('HINCRBY', P .. 'waits', bound, 1) end
end
redis.call('HINCRBY', P .. 'waits', 'count', 1)
redis.call('HINCRBY', P .. 'waits', 'sum', waited)
addEvent(id, 'started', '{"waited_ms":' .. waited .. '}')
return { 'taken', message, waited }
`)

/** Add events of a run that were not added before: `first` is the number of the first in the worker's own count, `from` its place in ARGV. */
const adding = `
local function addEvents(id, run, first, most, question, from)
  if question == '-' then redis.call('HDEL', run, 'question') elseif question ~= '' then redis.call('HSET', run, 'question', question) end
  local number, appended = first, tonumber(redis.call('HGET', run, 'appended') or 0)
  local bytes = tonumber(redis.call('HGET', run, 'bytes') or 0)
  for at = from, #ARGV, 2 do
    if number > appended then
      bytes = bytes + #ARGV[at + 1]
      if bytes <= most then addEvent(id, ARGV[at], ARGV[at + 1]) end
      if ARGV[at] == 'graph' then redis.call('HSET', run, 'walks', 1) end
      appended = number
    end
    number = number + 1
  end
  redis.call('HSET', run, 'appended', appended, 'bytes', bytes)
end
`

/**
 * Add events of a run. Answers whether more may come. ARGV: id, token, number of the first in the worker's own count, most bytes of
 * all, the open question ('' as it is, '-' none), then event and text in turns.
 */
export const appendEvents = script(`${adding}
local id, token = ARGV[1], ARGV[2]
local run = P .. 'run:' .. id
if redis.call('HGET', run, 'state') ~= 'running' or redis.call('HGET', run, 'token') ~= token then return 0 end
addEvents(id, run, tonumber(ARGV[3]), tonumber(ARGV[4]), ARGV[5], 6)
return 1
`)

const ending = `${adding}
local id, token = ARGV[1], ARGV[2]
local run = P .. 'run:' .. id
local state = redis.call('HGET', run, 'state')
if not state or state == 'ended' or redis.call('HGET', run, 'token') ~= token then return 0 end
if #ARGV > 8 then
  -- What was sent before these may have been refused: then it comes first, and the ending again.
  if tonumber(ARGV[9]) > tonumber(redis.call('HGET', run, 'appended') or 0) + 1 then return -1 end
  addEvents(id, run, tonumber(ARGV[9]), tonumber(ARGV[10]), ARGV[11], 12)
end
addEvent(id, 'result', ARGV[4])
local client = redis.call('HGET', run, 'client')
redis.call('HSET', run, 'state', 'ended')
redis.call('HDEL', run, 'question', 'answer')
redis.call('DEL', run .. ':body', run .. ':heard', run .. ':steers')
redis.call('ZREM', P .. 'open', id)
redis.call('HDEL', P .. 'running', id)
redis.call('SREM', P .. 'client:' .. client, id)
redis.call('HINCRBY', P .. 'endings', ARGV[3], 1)
if ARGV[5] ~= '' then redis.call('HINCRBY', P .. 'took', ARGV[3], ARGV[5]) end
if ARGV[5] ~= '' then
  local mean = tonumber(redis.call('GET', P .. 'mean') or ARGV[5])
  redis.call('SET', P .. 'mean', mean + (tonumber(ARGV[5]) - mean) / 20)
end
local keep = tonumber(ARGV[6])
redis.call('PEXPIRE', run, keep)
redis.call('PEXPIRE', run .. ':events', keep)
local size = tonumber(redis.call('HGET', run, 'bytes') or 0) + #ARGV[4]
redis.call('INCRBY', P .. 'ended-total', size)
redis.call('ZADD', P .. 'ended', now() + keep, id)
redis.call('HSET', P .. 'ended-bytes', id, size)
forgetOld()
while redis.call('ZCARD', P .. 'ended') > tonumber(ARGV[7]) or tonumber(redis.call('GET', P .. 'ended-total') or 0) > tonumber(ARGV[8]) do
  local oldest = redis.call('ZRANGE', P .. 'ended', 0, 0)[1]
  if not oldest or oldest == id then break end
  forget(oldest)
end
return 1
`

/**
 * The one ending of a run. ARGV: id, token of who runs it ('' while it waits), ending, result, ms it took ('' for none), how long, how
 * many and how many bytes of ended runs are kept; then, where its last events come with it, what adding those takes.
 */
export const endRun = script(ending)
/** The same for a Redis that is full: whoever uses it makes the result small. */
export const endRunWhenFull = freeing(ending)

/**
 * A sign of life. ARGV: worker, what it says of itself, lease ms, slots, then in turns id, token and the number of the last word that steered
 * the walk there. Answers for each: may go on, cancelled, answer, the words since.
 */
export const beat = freeing(`
local worker = ARGV[1]
redis.call('SET', P .. 'worker:' .. worker, ARGV[2], 'PX', ARGV[3])
redis.call('ZADD', P .. 'workers', now() + tonumber(ARGV[3]), worker)
redis.call('HSET', P .. 'slots', worker, ARGV[4])
local answers = {}
for at = 5, #ARGV, 3 do
  local run = P .. 'run:' .. ARGV[at]
  local mine = redis.call('HGET', run, 'state') == 'running' and redis.call('HGET', run, 'token') == ARGV[at + 1]
  answers[#answers + 1] = mine and 1 or 0
  answers[#answers + 1] = redis.call('HEXISTS', run, 'cancel')
  answers[#answers + 1] = redis.call('HGET', run, 'answer') or ''
  local steers = run .. ':steers'
  local first = mine and redis.call('LINDEX', steers, 0)
  while first and tonumber(string.match(first, '^%d+')) <= tonumber(ARGV[at + 2]) do
    redis.call('LPOP', steers)
    first = redis.call('LINDEX', steers, 0)
  end
  answers[#answers + 1] = mine and table.concat(redis.call('LRANGE', steers, 0, -1), '\\n') or ''
end
return answers
`)

/** A worker that goes in good order. ARGV: worker. */
export const leave = freeing(`
redis.call('DEL', P .. 'worker:' .. ARGV[1])
redis.call('ZREM', P .. 'workers', ARGV[1])
redis.call('HDEL', P .. 'slots', ARGV[1])
return 1
`)

/** Ask for the end of a run. Answers its state. ARGV: id. */
export const askCancel = freeing(`
local run = P .. 'run:' .. ARGV[1]
local state = redis.call('HGET', run, 'state') or 'ended'
if state ~= 'ended' then redis.call('HSET', run, 'cancel', 1) end
return state
`)

/** A person's word on the open question. ARGV: id, question, digest, word. */
export const answerQuestion = script(`
local run = P .. 'run:' .. ARGV[1]
local answer = ARGV[2] .. ' ' .. ARGV[3] .. ' ' .. ARGV[4]
if redis.call('HGET', run, 'answer') == answer then return 'taken' end
local question, digest = string.match(redis.call('HGET', run, 'question') or '', '^(%S+) (%S+)$')
if question ~= ARGV[2] then return 'unknown' end
if digest ~= ARGV[3] then return 'differs' end
redis.call('HDEL', run, 'question')
redis.call('HSET', run, 'answer', answer)
return 'taken'
`)

/** How a walk is to go on: 1 where the word is carried, 0 where no walk goes on, -1 where too many words wait. ARGV: id, a mark of this word, the word, the most that wait. */
export const steerRun = script(`
local run = P .. 'run:' .. ARGV[1]
if redis.call('HGET', run, 'state') ~= 'running' or redis.call('HEXISTS', run, 'walks') == 0 then return 0 end
if redis.call('HGET', run, 'steered') == ARGV[2] then return 1 end
if redis.call('LLEN', run .. ':steers') >= tonumber(ARGV[4]) then return -1 end
redis.call('HSET', run, 'steered', ARGV[2])
redis.call('RPUSH', run .. ':steers', redis.call('HINCRBY', run, 'steers', 1) .. ' ' .. ARGV[3])
return 1
`)

/**
 * Workers whose lease is over are no longer listed, results that were kept long enough go; answers the runs of workers that are not there
 * any more. Two looks must miss a worker: when the clock of Redis jumps, every lease is over at once, or holds for hours, until the next
 * beat. ARGV: lease ms.
 */
export const lookAround = freeing(`
for _, worker in ipairs(redis.call('ZRANGEBYSCORE', P .. 'workers', '-inf', now())) do
  redis.call('ZREM', P .. 'workers', worker)
  redis.call('HDEL', P .. 'slots', worker)
end
forgetOld()
local lost, before, seen = {}, {}, {}
for _, worker in ipairs(redis.call('SMEMBERS', P .. 'missing')) do before[worker] = true end
redis.call('DEL', P .. 'missing')
local all = redis.call('HGETALL', P .. 'running')
for at = 1, #all, 2 do
  local worker = all[at + 1]
  local lease = redis.call('PTTL', P .. 'worker:' .. worker)
  if lease < 0 or lease > tonumber(ARGV[1]) then
    if before[worker] then lost[#lost + 1] = all[at] end
    if not seen[worker] then redis.call('SADD', P .. 'missing', worker) end
    seen[worker] = true
  end
end
return lost
`)

/**
 * How many wait before a run: everybody who waits asks again and again, so it must not take longer the more they are. ARGV: id, key of
 * the order in which BullMQ gives them out, key of the run's job there.
 */
export const positionOf = freeing(`
local before = redis.call('ZRANK', ARGV[2], ARGV[1])
-- A worker just comes for it, or a server just puts it there.
if not before then before = redis.call('EXISTS', ARGV[3]) == 1 and 0 or math.max(0, waiting() - 1) end
return { before, estimate(before) }
`)
