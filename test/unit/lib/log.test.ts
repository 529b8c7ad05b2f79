import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
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

/** Waits for buffered lines, which are written after a moment. */
async function linesOf(read: () => string, count: number): Promise<string[]> {
  while (read().split('\n').length <= count) await Bun.sleep(5)
  return read().trimEnd().split('\n')
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z /

describe('the log', () => {
  test('does not fail when it cannot be written', async () => {
    const { log, logRequest } = openLogs({
      ...{ level: 'info', format: 'text', requests: true },
      file: '/dev/full',
    })
    for (let line = 0; line < 2000; line++) log.error('x'.repeat(1000))
    logRequest?.(REQUEST)
    log.error('still there')
    // Write errors of the file arrive as events, after the call.
    await setImmediate()
    log.error('still there')
  })

  test('uses the `name` property of errors, because class names are minified in the executable', async () => {
    class Minified extends Error {
      override name = 'DiskFailedError'
    }
    const { log, read } = opened('errors', { format: 'json' })
    log.error({ err: new Minified('EIO', { cause: new Error('fsync') }) }, 'failed')
    const [line] = (await linesOf(read, 1)).map((text) => JSON.parse(text))
    expect(line.err).toMatchObject({ type: 'DiskFailedError', message: 'EIO: fsync' })
    expect(line.err.stack).toContain('log.test.ts')
  })

  test('formats requests as text like other lines', async () => {
    const { log, logRequest, read } = opened('text', { format: 'text' })
    log.info({ status: 200, ms: 3, client: '192.0.2.1' }, 'GET /api/ping')
    logRequest?.(REQUEST)
    logRequest?.({ ...REQUEST, client: undefined })
    const lines = (await linesOf(read, 3)).map((line) => line.replace(TIME, ''))
    const line = 'info GET /api/ping status=200 ms=3'
    expect(lines).toEqual([`${line} client=192.0.2.1`, `${line} client=192.0.2.1`, line])
  })

  test('formats requests as JSON like other lines', async () => {
    const { log, logRequest, read } = opened('json', { format: 'json' })
    log.info(REQUEST, 'GET /api/ping')
    logRequest?.(REQUEST)
    const [one, other] = (await linesOf(read, 2)).map((line) => JSON.parse(line))
    expect(other).toEqual({ ...one, time: other.time })
  })

  test('buffers information briefly, and writes warnings at once together with everything before', () => {
    const { log, read } = opened('trouble', { format: 'text' })
    log.info('nothing special')
    expect(read()).toBe('')
    log.warn('trouble')
    expect(read().split('\n').length).toBe(3)
  })

  test('omits requests below its level', () => {
    expect(opened('quiet', { level: 'warn', format: 'text' }).logRequest).toBeUndefined()
  })
})
