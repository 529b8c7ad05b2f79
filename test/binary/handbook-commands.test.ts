import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, linkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@/build/free-port'
import { afterTest } from '../support/after-test'
import { BUILD_TIMEOUT, type InstalledBinary, installBinary } from '../support/binary'
import { newTestFolder } from '../support/folder'
import { type CommandBlock, listPages, readBlocks } from '../support/handbook-blocks'
import { rideGpx } from '../support/ride'
import { until } from '../support/until'

/** The URL of the server in the pages. */
const HERE = 'http://localhost:5000'
const SERVE = /^\.\/milepost serve\b.*$/
/** Variables that a hidden block sets for the later ones of its page. */
const VARIABLES = '[ ! -f variables ] || . ./variables'

/** Divides commands at those that start a server, which does not end. */
function splitAtServers(commands: string): string[] {
  const parts = ['']
  for (const line of commands.split('\n'))
    if (SERVE.test(line)) parts.push(line, '')
    else parts.push(`${parts.pop()}${line}\n`)
  return parts.filter((part) => part.trim() !== '')
}

/** Opens an empty folder with the executable and a recording, in which commands run as readers type them. */
function openFolder(program: string) {
  const cwd = newTestFolder()
  linkSync(program, join(cwd, 'milepost'))
  writeFileSync(
    join(cwd, 'ride.gpx'),
    rideGpx({ seed: 1, start: new Date('2024-05-04T07:00:00Z'), kilometres: 2 }).replace(
      '<trk>',
      '<trk><type>cycling</type>',
    ),
  )
  const port = String(freePort())
  const env = { PATH: process.env.PATH ?? '', HOME: cwd, PORT: port, LC_ALL: 'C.UTF-8' }
  const start = (command: string) =>
    Bun.spawn(
      ['bash', '-euo', 'pipefail', '-c', command.replaceAll(HERE, `http://127.0.0.1:${port}`)],
      {
        ...{ cwd, env },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )

  async function serve(command: string): Promise<void> {
    const server = start(`exec ${command.replace(/\s#.*$/, '')}`)
    afterTest(async () => {
      server.kill('SIGTERM')
      await server.exited
    })
    await until('the server', () =>
      fetch(`http://127.0.0.1:${port}/api/ping`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
  }

  async function run(command: string): Promise<string> {
    const child = start(`${VARIABLES}\n${command}`)
    const [code, out, err] = await Promise.all([
      child.exited,
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ])
    if (code !== 0) throw new Error(`${command}\nended with ${code}:\n${err}\n${out}`)
    return out
  }

  /** Runs an example in Python or TypeScript. */
  async function runExample(program: string, code: string): Promise<void> {
    writeFileSync(join(cwd, 'example'), code.replaceAll(HERE, `http://127.0.0.1:${port}`))
    await run(`${program} example`)
  }

  return {
    cwd,
    runPython: (code: string) => runExample('python3', code),
    runTypeScript: (code: string) =>
      runExample(`cp example example.ts && '${process.execPath}' example.ts #`, code),
    runBlock: async (commands: string): Promise<void> => {
      for (const part of splitAtServers(commands))
        await (SERVE.test(part) ? serve(part) : run(part))
    },
  }
}

const isRun = ({ notRun, runBy }: CommandBlock) => notRun === undefined && runBy === undefined

describe('the commands of the handbook', () => {
  let binary: InstalledBinary
  beforeAll(() => {
    binary = installBinary()
  }, BUILD_TIMEOUT)
  afterAll(() => binary.remove())

  const pages = listPages().filter((page) => readBlocks(page).some(isRun))

  test.each(pages)(
    'work on the page %s',
    async (page) => {
      const { runBlock, runPython, runTypeScript } = openFolder(join(binary.folder, 'milepost'))
      const runners = { sh: runBlock, python: runPython, ts: runTypeScript }
      for (const { language, first, commands } of readBlocks(page).filter(isRun)) {
        if (first) await runBlock(first)
        await runners[language](commands)
      }
    },
    120_000,
  )

  test('fail the test when one of them fails', async () => {
    const { cwd, runBlock } = openFolder(join(binary.folder, 'milepost'))
    await runBlock('touch one\ntouch two')
    expect(['one', 'two'].map((name) => existsSync(join(cwd, name)))).toEqual([true, true])
    await expect(runBlock('false\ntrue')).rejects.toThrow('ended with 1')
  })
})
