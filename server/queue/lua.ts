import { Script } from './redis.ts'

/**
 * What several processes must not do at once is one step inside Redis. Each script may come twice (a connection that was lost after
 * Redis had answered sends its commands again): the second time changes nothing.
 */
const common = `
local P = 'rye:'
local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
-- The channel is called told, as servers and workers that already run call it: they read each other's.
local function addEvent(id, event, text)
  local run = P .. 'run:' .. id
  local number = redis.call('HINCRBY', run, 'n', 1)
  redis.call('XADD', run .. ':events', number .. '-0', 'e', event, 'd', text)
  -- With a small event the news is the event, and nobody needs to ask for it.
  redis.call('PUBLISH', P .. 'told:' .. id, #text > 16384 and number or number .. ' ' .. event .. ' ' .. text)
end
local function waiting()
  return redis.call('ZCARD', P .. 'open') - redis.call('HLEN', P .. 'running')
end
local function forgetPending(nonce)
  redis.call('DEL', P .. 'pending:' .. nonce)
  redis.call('ZREM', P .. 'pending', nonce)
  redis.call('HDEL', P .. 'pending-of', nonce)
end
local function forget(old)
  redis.call('DEL', P .. 'run:' .. old, P .. 'run:' .. old .. ':events')
  redis.call('ZREM', P .. 'ended', old)
  redis.call('DECRBY', P .. 'ended-total', redis.call('HGET', P .. 'ended-bytes', old) or 0)
  redis.call('HDEL', P .. 'ended-bytes', old)
end
local function forgetOld()
  for _, old in ipairs(redis.call('ZRANGEBYSCORE', P .. 'ended', '-inf', now())) do forget(old) end
  if redis.call('ZCARD', P .. 'ended') == 0 then redis.call('DEL', P .. 'ended-total') end
  if redis.call('ZCARD', P .. 'open') == 0 then redis.call('DEL', P .. 'turns') end
end
-- How long a run waits with so many before it, from how long the latest took and how many workers run at once.
local function estimate(before)
  local slots = 0
  for _, worker in ipairs(redis.call('ZRANGEBYSCORE', P .. 'workers', now(), '+inf')) do
    slots = slots + tonumber(redis.call('HGET', P .. 'slots', worker) or 0)
  end
  if slots == 0 then slots = 1 end
  local mean = tonumber(redis.call('GET', P .. 'mean') or 500)
  local free = slots - redis.call('HLEN', P .. 'running')
  if before < free then return 0 end
  return math.ceil(mean * math.ceil((before - free + 1) / slots))
end
`

export const script = (text: string): Script => new Script(`#!lua\n${common}${text}`)
/** Ending a run must be possible when Redis is full: it frees more than it takes. */
export const freeing = (text: string): Script => new Script(`#!lua flags=allow-oom\n${common}${text}`)
