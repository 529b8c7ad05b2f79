import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inProject } from '@/build/project'

/** What `.ci/run` would write with these steps. */
function runSteps(...steps: string[]) {
  const script = ['set -uo pipefail', '. .ci/steps', 'echo "logs: $logs"', ...steps, 'conclude']
  const { exitCode, stdout } = Bun.spawnSync(['bash', '-c', script.join('\n')], {
    cwd: inProject(),
  })
  const output = stdout.toString()
  const [, logs = ''] = /^logs: (.*)$/m.exec(output) ?? []
  const [before = '', end = ''] = output.split('\n=== summary\n')
  return { exitCode, before, end: end.replaceAll(/ +\d+ s$/gm, ''), logs }
}

const PASSING = `step tests printf '%s\\n' 'a line' '12 passed, 0 failed'`
const FAILING = `step tests bash -c "printf '%s\\n' 'a line' '=== failed tests' '' '--- a: b' '  why' '' 'FAILED: a: b' '11 passed, 1 failed'; exit 1"`

describe('the steps of CI', () => {
  test('close with their outcome and the count of tests', () => {
    const { exitCode, before, end, logs } = runSteps(PASSING, `step 'behind caddy' echo fine`)
    expect(exitCode).toBe(0)
    expect(before).toContain('\n=== behind caddy\nfine')
    expect(end).toBe('tests        ok\nbehind caddy ok\n\nall of it holds\n12 passed, 0 failed\n')
    expect(logs).toStartWith('/')
    expect(existsSync(join(logs, 'tests.log'))).toBeFalse()
  })

  test('tell once more at the end which tests failed and why', () => {
    const { exitCode, end } = runSteps(FAILING, 'step types true')
    expect(exitCode).toBe(1)
    expect(end).toBe(
      [
        ...[
          'tests        FAILED',
          'types        ok',
          '',
          '=== tests failed',
          '',
          '--- a: b',
          '  why',
        ],
        ...['', 'FAILED: a: b', '', 'SOMETHING FAILED: tests', '11 passed, 1 failed', ''],
      ].join('\n'),
    )
  })

  test('tell the end of what any other step wrote, the tests last', () => {
    const { exitCode, end } = runSteps(
      FAILING,
      `step attacks bash -c 'seq 1000; echo "GET / answered 500" >&2; exit 2'`,
    )
    expect(exitCode).toBe(1)
    expect(end).toContain('\n=== attacks failed\n962\n963\n')
    expect(end).toContain('\n1000\nGET / answered 500\n\n=== tests failed\n')
    expect(end).toEndWith('\nSOMETHING FAILED: tests attacks\n11 passed, 1 failed\n')
  })

  test('tell the end of the tests too where these did not come to name any', () => {
    const { exitCode, end } = runSteps(`step tests bash -c 'echo "no bun"; exit 1'`)
    expect(exitCode).toBe(1)
    expect(end).toEndWith(
      '\n=== tests failed\nno bun\n\nSOMETHING FAILED: tests\n0 passed, 1 failed\n',
    )
  })

  test('can go on beside others, and are told as these are', () => {
    const { exitCode, before, end } = runSteps(
      `begin machine bash -c 'echo made; exit 3'`,
      PASSING,
      `begin image echo built`,
      'finish machine',
      'finish image',
    )
    expect(exitCode).toBe(1)
    expect(before).toMatch(
      /^=== tests\n[\s\S]*^=== machine\nmade\nIt took \d+ s beside other steps\.$/m,
    )
    expect(before).toMatch(/^=== image\nbuilt$/m)
    expect(end).toStartWith('tests        ok\nmachine      FAILED\nimage        ok\n')
    expect(end).toContain('\n=== machine failed\nmade\n')
    expect(end).toEndWith('\nSOMETHING FAILED: machine\n12 passed, 0 failed\n')
  })

  test('are those that run in CI', async () => {
    const run = await Bun.file(inProject('.ci', 'run')).text()
    expect(run).toContain('\n. .ci/steps\n')
    expect(run).toContain('\nstep tests ./install.sh test\n')
    expect(run).toEndWith('\nconclude\n')
    expect(Bun.spawnSync(['bash', '-n', inProject('.ci', 'run')]).exitCode).toBe(0)
  })
})
