import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterTest } from '../support/after-test'
import { BUILD_TIMEOUT, type InstalledBinary, installBinary } from '../support/binary'
import { newTestFolder } from '../support/folder'

interface Line {
  level: number
  msg: string
  request?: string
}

const linesOf = (file: string): Line[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line))
    : []

/** Waits until a log contains a matching line. */
async function lineIn(file: string, isIt: (line: Line) => boolean): Promise<Line> {
  for (;;) {
    const found = linesOf(file).find(isIt)
    if (found) return found
    await Bun.sleep(10)
  }
}

describe('the log of the executable', () => {
  let binary: InstalledBinary
  beforeAll(() => {
    binary = installBinary()
  }, BUILD_TIMEOUT)
  afterAll(() => binary.remove())

  /** A server that logs JSON to a file, with its settings in another file. */
  async function logging(settings: string, env: Record<string, string> = {}) {
    const folder = newTestFolder()
    const [file, settingsFile] = [join(folder, 'log'), join(folder, 'settings')]
    writeFileSync(settingsFile, settings)
    const server = await binary.serve([], {
      ...{ APP_LOG: file, LOG_FORMAT: 'json', ENV_FILE: settingsFile },
      ...env,
    })
    afterTest(server.stop)
    const reload = (text: string) => {
      writeFileSync(settingsFile, text)
      process.kill(server.pid, 'SIGHUP')
    }
    return { file, reload, ask: (path: string) => fetch(`${server.url}${path}`) }
  }

  const isRequest = (path: string) => (line: Line) => line.msg === `GET ${path}`
  const isReloaded = (line: Line) => line.msg === 'log file reopened'

  test('contains every request', async () => {
    const { file, ask } = await logging('')
    await ask('/api/config')
    expect(await lineIn(file, isRequest('/api/config'))).toMatchObject({
      level: 30,
      request: expect.stringMatching(/^[0-9a-f]{6}-\w+$/),
    })
  })

  test('reads its level, and whether it contains requests, from the settings file on SIGHUP', async () => {
    const { file, reload, ask } = await logging('ACCESS_LOG=off\n', { LOG_LEVEL: 'warn' })
    await ask('/api/config')
    reload('LOG_LEVEL=info\nACCESS_LOG=on\n')
    await lineIn(file, isReloaded)
    await ask('/api/ping')
    await lineIn(file, isRequest('/api/ping'))
    expect(linesOf(file).some(isRequest('/api/config'))).toBe(false)
    reload('LOG_LEVEL=loud\n')
    const { err } = (await lineIn(file, ({ level }) => level === 50)) as Line & {
      err: { message: string }
    }
    expect(err.message).toContain("LOG_LEVEL is 'loud'")
    await ask('/api/check-db')
    await lineIn(file, isRequest('/api/check-db'))
  })

  test('continues in a new file on SIGHUP after the old one was moved away', async () => {
    const { file, reload, ask } = await logging('')
    await lineIn(file, ({ msg }) => msg === 'listening')
    renameSync(file, `${file}.1`)
    reload('')
    await lineIn(file, isReloaded)
    await ask('/api/config')
    await lineIn(file, isRequest('/api/config'))
    expect(linesOf(`${file}.1`).some(isRequest('/api/config'))).toBe(false)
  })

  test('omits requests with --no-access-log', async () => {
    const folder = newTestFolder()
    const file = join(folder, 'log')
    const env = { APP_LOG: file, LOG_FORMAT: 'json' }
    const server = await binary.serve(['--no-access-log'], env)
    await fetch(`${server.url}/api/config`)
    await server.stop()
    const texts = linesOf(file).map(({ msg }) => msg)
    expect(texts).toContain('stopping')
    expect(texts.filter((text) => text.startsWith('GET'))).toEqual([])
  })
})
