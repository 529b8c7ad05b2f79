import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inProject } from '@/build/project'

/** The output that `.ci/run` would write with these steps. */
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
  test('print their outcome and the count of tests', () => {
    const { exitCode, before, end, logs } = runSteps(PASSING, `step 'behind caddy' echo fine`)
    expect(exitCode).toBe(0)
    expect(before).toContain('\n=== behind caddy\nfine')
    expect(end).toBe('tests        ok\nbehind caddy ok\n\nall steps passed\n12 passed, 0 failed\n')
    expect(logs).toStartWith('/')
    expect(existsSync(join(logs, 'tests.log'))).toBeFalse()
  })

  test('print failed tests and their errors again at the end', () => {
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
        ...['', 'FAILED: a: b', '', 'FAILED STEPS: tests', '11 passed, 1 failed', ''],
      ].join('\n'),
    )
  })

  test('print the end of the output of other failed steps, with the tests last', () => {
    const { exitCode, end } = runSteps(
      FAILING,
      `step attacks bash -c 'seq 1000; echo "GET / answered 500" >&2; exit 2'`,
    )
    expect(exitCode).toBe(1)
    expect(end).toContain('\n=== attacks failed\n962\n963\n')
    expect(end).toContain('\n1000\nGET / answered 500\n\n=== tests failed\n')
    expect(end).toEndWith('\nFAILED STEPS: tests attacks\n11 passed, 1 failed\n')
  })

  test('print the end of the output of the tests when these name no failure', () => {
    const { exitCode, end } = runSteps(`step tests bash -c 'echo "no bun"; exit 1'`)
    expect(exitCode).toBe(1)
    expect(end).toEndWith('\n=== tests failed\nno bun\n\nFAILED STEPS: tests\n0 passed, 1 failed\n')
  })

  test('add up the tests of both steps that run tests', () => {
    const { end } = runSteps(PASSING, `step thorough echo '3 passed, 2 failed'`)
    expect(end).toEndWith('\n15 passed, 2 failed\n')
    expect(runSteps(PASSING, 'step thorough false').end).toEndWith('\n12 passed, 1 failed\n')
  })

  test('can run in the background with the same output', () => {
    const { exitCode, before, end } = runSteps(
      `begin machine bash -c 'echo made; exit 3'`,
      PASSING,
      `begin image echo built`,
      'finish machine',
      'finish image',
    )
    expect(exitCode).toBe(1)
    expect(before).toMatch(
      /^=== tests\n[\s\S]*^=== machine\nmade\nIt took \d+ s in parallel with other steps\.$/m,
    )
    expect(before).toMatch(/^=== image\nbuilt$/m)
    expect(end).toStartWith('tests        ok\nmachine      FAILED\nimage        ok\n')
    expect(end).toContain('\n=== machine failed\nmade\n')
    expect(end).toEndWith('\nFAILED STEPS: machine\n12 passed, 0 failed\n')
  })

  test('are those that run in CI', async () => {
    const run = await Bun.file(inProject('.ci', 'run')).text()
    expect(run).toContain('\n. .ci/steps\n')
    expect(run).toContain('\nstep tests ./install.sh test\n')
    expect(run).toContain('\nstep thorough bun run test:thorough\n')
    expect(run).toEndWith('\nconclude\n')
    expect(Bun.spawnSync(['bash', '-n', inProject('.ci', 'run')]).exitCode).toBe(0)
  })
})
