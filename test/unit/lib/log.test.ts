import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openLogs } from '@/lib/log'
import { newFolder } from '../../support/folder'

const folder = newFolder()
const REQUEST = { method: 'GET', path: '/api/ping', status: 200, ms: 3, client: '192.0.2.1' }

function opened(
  name: string,
  options: { level?: string; format: 'text' | 'json'; requests?: boolean },
) {
  const file = join(folder, name)
  const read = () => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  return { ...openLogs({ level: 'info', requests: true, file, ...options }), read }
}

/** Lines that can wait are written after a moment. */
async function linesOf(read: () => string, count: number): Promise<string[]> {
  while (read().split('\n').length <= count) await Bun.sleep(5)
  return read().trimEnd().split('\n')
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z /

describe('the log', () => {
  test('stops nobody when it cannot be written', async () => {
    const { log, logRequest } = openLogs({
      ...{ level: 'info', format: 'text', requests: true },
      file: '/dev/full',
    })
    for (let line = 0; line < 2000; line++) log.error('x'.repeat(1000))
    logRequest?.(REQUEST)
    await Bun.sleep(200)
    log.error('still there')
  })

  test('tells people of requests as of everything else', async () => {
    const { log, logRequest, read } = opened('text', { format: 'text' })
    log.info({ status: 200, ms: 3, client: '192.0.2.1' }, 'GET /api/ping')
    logRequest?.(REQUEST)
    logRequest?.({ ...REQUEST, client: undefined })
    const lines = (await linesOf(read, 3)).map((line) => line.replace(TIME, ''))
    const line = 'info GET /api/ping status=200 ms=3'
    expect(lines).toEqual([`${line} client=192.0.2.1`, `${line} client=192.0.2.1`, line])
  })

  test('tells machines of requests as of everything else', async () => {
    const { log, logRequest, read } = opened('json', { format: 'json' })
    log.info({ status: 200, ms: 3, client: '192.0.2.1' }, 'GET /api/ping')
    logRequest?.(REQUEST)
    const [one, other] = (await linesOf(read, 2)).map((line) => JSON.parse(line))
    expect(other).toEqual({ ...one, time: other.time })
  })

  test('lets information wait for a moment, and is told of trouble at once with all before', () => {
    const { log, read } = opened('trouble', { format: 'text' })
    log.info('nothing special')
    expect(read()).toBe('')
    log.warn('trouble')
    expect(read().split('\n').length).toBe(3)
  })

  test('leaves requests out above its level', () => {
    expect(opened('quiet', { level: 'warn', format: 'text' }).logRequest).toBeUndefined()
  })
})
