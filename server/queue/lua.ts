import { prefix } from './keys.ts'
import { Script } from './redis.ts'

/**
 * A step that several processes must not perform at the same time is one script inside Redis. A script can arrive
 * twice, because a lost connection sends its commands again: the second time has no effect. Keys, all under the prefix:
 *
 * - `epoch`: `count` grows with every step of a run; runs with a `ticket` lower than `fence` are from a lost data set;
 *   `instance` is the trusted Redis process.
 * - `run:ID`: the run from its analysis to the expiry of its result; `:events` is the stream of its events, `:words`
 *   the messages of users that wait for its worker. `:heard` exists while a server follows the run.
 * - `kept`: analyzed runs by expiry. `seats`, `seats:CLIENT`: waiting and running runs by expiry, in total and per
 *   client.
 * - `turns`: the last turn of each client; '' is the highest turn that has started. `running`: the worker of each
 *   running run. `old`: runs of a lost data set that must still be ended.
 * - `workers`: the last heartbeat of each worker. `level`, `hosted`: the requirements for workers.
 * - `ended`: ended runs by expiry. `ended-bytes`: their sizes; '' is the total. `figures`: counters for metrics.
 * - `files:SHA`: files that several runs share. `rate:...`: rate limits. `probe`: tests whether Redis accepts writes.
 */
const common = `
local P = '${prefix}'
local call = redis.call
local function now()
  local time = call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
local function runOf(id) return P .. 'run:' .. id end
local function step() return call('HINCRBY', P .. 'epoch', 'count', 1) end
local function instance()
  return string.match(call('INFO', 'server'), 'run_id:(%w+)') .. string.match(call('INFO', 'replication'), 'master_replid:(%w+)')
end
-- Whether this process trusts the data set. A data set with a smaller count than seen is an older copy, and starts a
-- new epoch. In a nonempty data set of an unknown Redis process, nothing begins until all servers and workers have had
-- time to compare their counts.
local function trusted(seen, agreed)
  local here, epoch = instance(), call('HMGET', P .. 'epoch', 'count', 'instance')
  if tonumber(epoch[1] or 0) < seen then
    call('ZUNIONSTORE', P .. 'old', 2, P .. 'old', P .. 'seats')
    call('HSET', P .. 'epoch', 'count', seen + 1, 'fence', seen + 1, 'instance', here)
    return true
  end
  if epoch[2] == here then return true end
  local isEmpty = call('EXISTS', P .. 'kept', P .. 'seats') == 0
  if agreed == here or isEmpty then call('HSET', P .. 'epoch', 'instance', here) end
  return agreed == here or isEmpty
end
local function isOld(ticket) return tonumber(ticket) < tonumber(call('HGET', P .. 'epoch', 'fence') or 0) end
local function addEvent(id, event, text)
  local number = call('HINCRBY', runOf(id), 'n', 1)
  call('XADD', runOf(id) .. ':events', number .. '-0', 'e', event, 'd', text)
  call('PUBLISH', runOf(id) .. ':news', number)
end
-- Keep a waiting run for this time in ms; afterwards, its data, events and seats expire. With '+inf', keep a running
-- run without a limit.
local function hold(id, client, ms)
  local isRunning = ms == '+inf'
  for _, key in ipairs({ runOf(id), runOf(id) .. ':events' }) do
    if isRunning then call('PERSIST', key) else call('PEXPIRE', key, ms) end
  end
  for _, key in ipairs({ P .. 'seats', P .. 'seats:' .. client }) do call('ZADD', key, isRunning and ms or now() + ms, id) end
end
local function remove(id)
  call('DEL', runOf(id), runOf(id) .. ':events')
  call('ZREM', P .. 'ended', id)
  call('HINCRBY', P .. 'ended-bytes', '', -(call('HGET', P .. 'ended-bytes', id) or 0))
  call('HDEL', P .. 'ended-bytes', id)
end
local function removeEnded()
  for _, id in ipairs(call('ZRANGEBYSCORE', P .. 'ended', '-inf', now())) do remove(id) end
  if call('EXISTS', P .. 'ended') == 0 then call('DEL', P .. 'ended-bytes') end
  for _, key in ipairs({ 'kept', 'seats' }) do call('ZREMRANGEBYSCORE', P .. key, '-inf', now()) end
  if call('EXISTS', P .. 'seats') == 0 then call('DEL', P .. 'turns') end
end
`

export const script = (text: string): Script => new Script(`#!lua\n${common}${text}`)
/** A script that needs little or no additional memory, so it can also run when Redis is full. */
export const freeing = (text: string): Script => new Script(`#!lua flags=allow-oom\n${common}${text}`)
