import { beforeAll, describe, expect, test } from 'bun:test'
import { copyFileSync, symlinkSync, writeFileSync } from 'node:fs'
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
    for (const name of ['sh', 'dirname', 'uname', 'mkdir', 'id', 'cat', 'awk'])
      symlinkSync(Bun.which(name) ?? name, join(tools, name))
  })

  const run = (...args: string[]) => {
    const done = Bun.spawnSync([script, ...args], { cwd: '/', env: { PATH: tools, HOME: root } })
    return { code: done.exitCode, stdout: done.stdout.toString(), stderr: done.stderr.toString() }
  }

  test('explains its commands', () => {
    const { code, stdout } = run('help')
    expect(code).toBe(0)
    for (const command of ['build', 'test', 'help']) expect(stdout).toContain(`\n  ${command} `)
  })

  test('refuses a command it does not know', () => {
    const { code, stderr } = run('biuld')
    expect(code).toBe(1)
    expect(stderr).toContain("There is no command 'biuld'.")
  })

  test('names the missing prerequisite and the command that installs it', () => {
    writeFileSync(join(tools, 'apt-get'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    const { code, stderr } = run('build')
    expect(code).toBe(1)
    expect(stderr).toContain('there is no npm to install it with')
    expect(stderr).toMatch(/apt-get install -y npm\n/)
  })

  test('does not take a Bun that is too old', () => {
    writeFileSync(join(tools, 'bun'), '#!/bin/sh\necho 1.4.4\n', { mode: 0o755 })
    expect(run('build').stderr).toContain('Bun 1.4.5 or newer is needed')
  })
})

describe('the check of commit messages', () => {
  const folder = newFolder()
  const file = join(folder, 'message')

  const accepts = (message: string) => {
    writeFileSync(file, message)
    return Bun.spawnSync([join(PROJECT, '.github/check-commit-message'), file]).success
  }

  test.each([
    'feat: accept KMZ files',
    'fix(workouts)!: refuse empty tracks\n\nThe body may say anything. Even this.',
    'Merge branch main',
    'Revert "feat: accept KMZ files"',
  ])('accepts %j', (message) => {
    expect(accepts(message)).toBe(true)
  })

  test.each([
    'accept KMZ files',
    'feature: accept KMZ files',
    'feat: accept KMZ files.',
    'feat:accept KMZ files',
    `feat: accept ${'very '.repeat(14)}large files`,
    '',
  ])('refuses %j', (message) => {
    expect(accepts(message)).toBe(false)
  })
})
