import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createProgram } from '@/cli'
import { EXIT_CODES } from '@/cli/exit-codes'
import { terminal } from '@/cli/io'
import { openIo } from '@/cli/output'
import { type CommandFacts, flatten, readCommand } from '@/cli/shell/command-tree'
import { VARIABLES } from '@/lib/config/environment-variables'
import { BUILD_TIMEOUT, type InstalledBinary, installBinary } from '../support/binary'
import { newFolder } from '../support/folder'

const folder = newFolder()
const commands = flatten(readCommand(await createProgram(openIo(terminal))))

const run = (...command: string[]) => {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, {
    env: { ...process.env, HOME: folder },
  })
  if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${stderr}`)
  return stdout.toString()
}

function isThere(program: string, debian = program): boolean {
  const found = Bun.which(program) !== null
  if (!found) console.warn(`SKIPPED: ${program}, apt-get install ${debian}`)
  return found
}

/** The expected completions of a command. */
const wordsAfter = ({ commands, options, values }: CommandFacts, quote = (text: string) => text) =>
  [
    ...commands.map(({ path }) => path.at(-1) ?? ''),
    ...values.map(quote),
    ...options.flatMap(({ names }) => names).filter((name) => name.startsWith('--')),
  ].sort()

/** Words before the cursor, and the values that every shell offers there. */
const VALUES: [words: string[], values: string[]][] = [
  [
    ['users', 'list', '--role', ''],
    ['admin', 'moderator', 'owner', 'user'],
  ],
  [
    ['workouts', 'import', 'x', '--duplicates', ''],
    ['allow', 'flag', 'replace-if-richer', 'skip'],
  ],
  [['import', 'strava', 'x.zip', '--sport', 'Hik'], ['Hiking']],
  [
    ['serve', '--log-format', ''],
    ['json', 'text'],
  ],
]

const sorted = (text: string) => text.split('\n').filter(Boolean).sort()

describe('the executable in a shell', () => {
  let binary: InstalledBinary
  const script = (shell: string) => {
    const file = join(folder, `completion.${shell}`)
    writeFileSync(file, binary.run(['completion', shell]).stdout)
    return file
  }
  beforeAll(() => {
    binary = installBinary()
  }, BUILD_TIMEOUT)
  afterAll(() => binary.remove())

  test.skipIf(!isThere('bash'))('completes every command and option in bash', () => {
    const file = script('bash')
    const complete = (...words: string[]) =>
      sorted(
        run(
          ...['bash', '-c'],
          `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); $(complete -p milepost | sed 's/.*-F \\([^ ]*\\) .*/\\1/'); printf '%s\\n' "\${COMPREPLY[@]}"`,
          file,
          ...words,
        ),
      )
    for (const command of commands)
      expect([command.path, complete(...command.path, '')]).toEqual([
        command.path,
        wordsAfter(command, (text) => text.replaceAll(/[^\w-]/g, '\\$&')),
      ])
    expect(complete('milepost', 'us')).toEqual(['users'])
    expect(complete('milepost', 'users', 'create', 'ann', '--em')).toEqual(['--email'])
    expect(complete('milepost', 'workouts', 'archive-upload', '--i')).toEqual(['--id'])
    for (const [words, values] of VALUES) expect(complete('milepost', ...words)).toEqual(values)
    expect(complete('milepost', 'users', 'list', '--role', '=', 'ow')).toEqual(['owner'])
    // Bash treats a colon as a word, and replaces only what is after it.
    const scope = ['tokens', 'create', '--scope', 'equipments', ':']
    expect(complete('milepost', ...scope, '')).toEqual(['read', 'write'])
    expect(complete('milepost', 'sports', 'edit', 'Cycling\\ \\(Sp')).toEqual([
      'Cycling\\ \\(Sport\\)',
    ])
    // The argument of an option is completed with files by bash.
    expect(complete('milepost', 'serve', '--data-dir', '')).toEqual([])
  })

  test.skipIf(!isThere('zsh'))('completes every command and option in zsh', () => {
    const file = script('zsh')
    const complete = (...words: string[]) =>
      sorted(
        run(
          ...['zsh', '-f', '-c'],
          `compdef() { :; }; source "$0"; compadd() { local cur="\${words[CURRENT]}"; shift; print -l -- "\${(@M)@:#$cur*}"; }; _describe() { print -l -- "\${(@)items%%:*}"; }; _files() { print files; }
           words=("$@"); CURRENT=$#; _milepost`,
          file,
          ...words,
        ),
      )
    for (const command of commands) {
      const all = wordsAfter(command)
      const below = all.filter((word) => !word.startsWith('--'))
      expect(complete(...command.path, '-').filter((word) => word.startsWith('--'))).toEqual(
        all.filter((word) => word.startsWith('--')),
      )
      expect(complete(...command.path, '')).toEqual(below.length > 0 ? below : ['files'])
    }
    for (const [words, values] of VALUES) expect(complete('milepost', ...words)).toEqual(values)
    expect(complete('milepost', 'serve', '--data-dir', '')).toEqual(['files'])
  })

  test.skipIf(!isThere('fish'))('completes every command and option in fish', () => {
    const file = script('fish')
    const complete = (line: string) =>
      sorted(run('fish', '--no-config', '-c', `source ${file}; complete -C "${line}"`)).map(
        (text) => text.split('\t')[0] ?? '',
      )
    for (const { path, commands: below } of commands.filter(
      (command) => command.commands.length > 0,
    ))
      expect(complete(`${path.join(' ')} `)).toEqual(
        below.map((one) => one.path.at(-1) ?? '').sort(),
      )
    expect(complete('milepost users create --t')).toEqual(['--tz'])
    for (const [words, values] of VALUES)
      expect(complete(`milepost ${words.join(' ')}`)).toEqual(values)
    expect(complete('milepost completion ')).toEqual(['bash', 'fish', 'zsh'])
    expect(complete('milepost workouts archive-upload --i')).toEqual(['--id'])
  })

  test('rejects other shells', () => {
    const { code, stderr } = binary.run(['completion', 'tcsh'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('bash, zsh, fish')])
  })

  test('exits silently when its output is not read', () => {
    const command = `"${join(binary.folder, 'milepost')}" version --licenses | head -n 1`
    const { exitCode, stdout, stderr } = Bun.spawnSync(['sh', '-c', command])
    expect([exitCode, stderr.toString()]).toEqual([0, ''])
    expect(stdout.toString()).toStartWith('milepost ')
  })

  test('documents required arguments and the values of options in its help', () => {
    const { stdout } = binary.run(['import', 'strava', '--help'])
    const help = stdout.replaceAll(/\s+/g, ' ')
    expect(help).toContain('whose workouts they are (required)')
    expect(help).toContain('(choices: "allow", "skip"')
  })

  test.skipIf(!isThere('man', 'man-db'))('has a manual page with every command and setting', () => {
    const file = join(folder, 'milepost.1')
    writeFileSync(file, binary.run(['man']).stdout)
    const page = run('env', 'MANWIDTH=400', 'LC_ALL=C', 'man', '-l', file)
    const flat = page.replaceAll(/\s+/g, ' ')
    const told = commands.slice(1).filter(({ options }) => options.length > 1)
    const expected = [
      ...told.map(({ path }) => path.join(' ')),
      ...told.flatMap(({ options }) => options.map(({ flags }) => flags)),
      ...Object.entries(VARIABLES).map(([name, meaning]) => `${name} ${meaning.split('’')[0]}`),
      ...Object.values(EXIT_CODES).map(({ code, meaning }) => `${code} ${meaning}`),
      'MILEPOST_NATIVE_DIR folder for the native libraries',
    ].filter((text) => !text.endsWith('--help'))
    expect(expected.filter((text) => !flat.includes(text))).toEqual([])
    expect(expected).toContain('milepost backup')
  })

  test.skipIf(!isThere('mandoc'))('has a valid manual page', () => {
    const file = join(folder, 'checked.1')
    writeFileSync(file, binary.run(['man']).stdout)
    expect(run('mandoc', '-T', 'lint', '-W', 'warning', file)).toBe('')
  })
})
