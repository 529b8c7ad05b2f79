import { beforeAll, describe, expect, test } from 'bun:test'
import { copyFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { newFolder } from '../../support/folder'

const PROJECT = resolve(import.meta.dir, '..', '..', '..')

describe('install.sh', () => {
  const root = newFolder()
  const tools = join(root, 'tools')
  const script = join(root, 'checkout', 'install.sh')

  beforeAll(() => {
    Bun.spawnSync(['mkdir', tools, join(root, 'checkout')])
    copyFileSync(join(PROJECT, 'install.sh'), script)
    for (const name of [
      'sh',
      'dirname',
      'uname',
      'mkdir',
      'id',
      'cat',
      'awk',
      'ln',
      'chmod',
      'readlink',
    ])
      symlinkSync(Bun.which(name) ?? name, join(tools, name))
  })

  const run = (...args: string[]) => {
    const done = Bun.spawnSync([script, ...args], { cwd: '/', env: { PATH: tools, HOME: root } })
    return { code: done.exitCode, stdout: done.stdout.toString(), stderr: done.stderr.toString() }
  }

  test('explains its commands', () => {
    const { code, stdout } = run('help')
    expect(code).toBe(0)
    for (const command of ['serve', 'build', 'test', 'help'])
      expect(stdout).toContain(`\n  ${command} `)
  })

  test('rejects an unknown command', () => {
    const { code, stderr } = run('biuld')
    expect(code).toBe(1)
    expect(stderr).toContain("There is no command 'biuld'.")
  })

  const program = (path: string, lines: string) =>
    writeFileSync(path, `#!/bin/sh\n${lines}\n`, { mode: 0o755 })

  test('prints the fewest missing prerequisites and the command that installs them', () => {
    program(join(tools, 'apt-get'), 'exit 1')
    program(join(tools, 'bash'), 'exit 1')
    const { code, stderr } = run('build')
    expect(code).toBe(1)
    expect(stderr).toContain('Its installer lacks: curl unzip.')
    expect(stderr).toMatch(/apt-get install -y curl unzip\n/)
    expect(stderr).not.toContain('npm')
    program(join(tools, 'curl'), 'exit 1')
    expect(run('build').stderr).toMatch(/apt-get install -y unzip\n/)
  })

  test.each([
    [[], 'serve'],
    [['--port', '8080', '--host', '0.0.0.0'], 'serve --port 8080 --host 0.0.0.0'],
    [['serve', '--data-dir', 'a folder'], 'serve --data-dir a folder'],
  ])('passes the options %j on to the server', (options, expected) => {
    const bun = join(tools, 'bun')
    // Stands in for Bun: its build makes an executable that prints its arguments.
    program(
      bun,
      `case "$1" in
        --version) echo 1.4.5 ;;
        src/build/*) mkdir -p dist; printf '#!/bin/sh\\necho "started: $*"\\n' >dist/milepost; chmod +x dist/milepost ;;
      esac`,
    )
    const { code, stdout, stderr } = run(...options)
    rmSync(bun)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toEndWith(`started: ${expected}\n`)
  })

  test('rejects a Bun version that is too old', () => {
    writeFileSync(join(tools, 'bun'), '#!/bin/sh\necho 1.4.4\n', { mode: 0o755 })
    expect(run('build').stderr).toContain('Bun 1.4.5 or newer is needed')
  })
})

describe('the commit message hook', () => {
  const folder = newFolder()
  const file = join(folder, 'message')

  const accepts = (message: string) => {
    writeFileSync(file, message)
    return Bun.spawnSync([join(PROJECT, '.github/check-commit-message'), file]).success
  }

  const BODY = '\n\nGarmin Connect exports them.'

  test.each([
    `feat: accept KMZ files${BODY}`,
    'fix(workouts)!: refuse empty tracks\n\nThe body may say anything. Even this.',
    `feat: accept KMZ files${BODY}\n\nCo-authored-by: Ann <ann@example.org>`,
    `feat: accept KMZ files${BODY}\n# Please enter the commit message for your changes.`,
    'Merge branch main',
    'Revert "feat: accept KMZ files"',
    'fixup! feat: accept KMZ files',
  ])('accepts %j', (message) => {
    expect(accepts(message)).toBe(true)
  })

  test.each([
    `accept KMZ files${BODY}`,
    `feature: accept KMZ files${BODY}`,
    `feat: accept KMZ files.${BODY}`,
    `feat:accept KMZ files${BODY}`,
    `feat: accept ${'very '.repeat(14)}large files${BODY}`,
    '',
  ])('rejects the subject of %j', (message) => {
    expect(accepts(message)).toBe(false)
  })

  test.each([
    'feat: accept KMZ files',
    'feat: accept KMZ files\n\n',
    'feat: accept KMZ files\nGarmin Connect exports them.',
    'feat: accept KMZ files\nGarmin Connect exports them.\nSo does Komoot.',
    'feat: accept KMZ files\n\nCo-authored-by: Ann <ann@example.org>',
    'feat: accept KMZ files\n\n# Please enter the commit message for your changes.',
    'feat: accept KMZ files\n\n# ------------------------ >8 ------------------------\ndiff --git a/x b/x',
  ])('rejects %j, which has no body', (message) => {
    expect(accepts(message)).toBe(false)
  })
})

test('CONTRIBUTING lists every test command', async () => {
  const handbook = await Bun.file(join(PROJECT, '.github/CONTRIBUTING.md')).text()
  const { scripts } = await Bun.file(join(PROJECT, 'package.json')).json()
  const commands = [
    ...Object.keys(scripts)
      .filter((name) => /^(test|check|bench|screenshots)/.test(name))
      .map((name) => `bun run ${name}`),
    ...new Bun.Glob('test/*.sh').scanSync(PROJECT),
    '.ci/run',
  ]
  expect(commands.length).toBeGreaterThan(10)
  const listed = handbook.split('\n').filter((line) => /^ {4}\S.* # /.test(line))
  const isListed = (command: string) => listed.some((line) => line.trim().startsWith(`${command} `))
  expect(commands.filter((command) => !isListed(command))).toEqual([])
})
