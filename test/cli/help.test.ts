import { describe, expect, test } from 'bun:test'
import { runCommand } from '@/cli'
import { EXIT_CODES } from '@/cli/exit-codes'
import { formatMarkdown } from '@/cli/handbook/terminal-text'
import { terminal } from '@/cli/io'

async function run(...args: string[]) {
  const out: string[] = []
  const err: string[] = []
  const code = await runCommand(args, {
    ...terminal,
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
    width: 60,
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

describe('milepost help', () => {
  test('prints the help of the program and of its commands', async () => {
    expect((await run('help')).out).toContain('help [options] [topic...]')
    expect((await run('help', 'users')).out).toContain('create [options]')
    expect((await run('help', 'users', 'create')).out).toContain('Usage: milepost users create')
  })

  test('lists the topics, and prints a page that fits the terminal', async () => {
    const { out: list } = await run('help', 'topics')
    expect(list).toStartWith('Handbook\n========\n')
    expect(list).toContain('milepost help docker')
    const { out: page, code } = await run('help', 'first-hour')
    expect(code).toBe(0)
    expect(page).toStartWith('The first hour\n==============\n')
    const text = page.split('\n').filter((line) => !line.startsWith('    '))
    // A word, such as a URL, may be longer than a line.
    expect(text.filter((line) => line.length > 60 && line.trim().includes(' '))).toEqual([])
  })

  test('rejects what is neither a command nor a topic, and suggests a similar one', async () => {
    for (const words of [['nonsense'], ['docker', 'more'], ['users', 'nonsense']]) {
      const { code, err } = await run('help', ...words)
      expect(code).toBe(EXIT_CODES.usage.code)
      expect(err).toContain(words.join(' '))
      expect(err).toContain('milepost help topics')
    }
    expect((await run('help', 'dokcer')).err).toContain('Did you mean milepost help docker?')
    expect((await run('topics')).code).toBe(EXIT_CODES.usage.code)
  })
})

describe('Markdown in a terminal', () => {
  test('is wrapped, with lists, code, links and tables', () => {
    const text = [
      ...[
        '## Head `x`',
        '',
        'One **two** three four [five](mail.md#a) six [seven](https://e.org).',
      ],
      ...['', '- a b c d e f g h i j k l m', '- second', '', '1. one', '2. two'],
      ...['', '```sh', 'a   b', '```', '', '| a | b |', '|---|---|', '| 1 | 2 |'],
    ].join('\n')
    expect(formatMarkdown(text, 24).split('\n')).toEqual([
      ...['Head `x`', '--------', '', 'One two three four five', '(milepost help mail) six'],
      ...['seven <https://e.org>.', '', '- a b c d e f g h i j k', '  l m', '- second', ''],
      ...['1. one', '2. two', '', '    a   b', '', 'a  b', '1  2'],
    ])
  })

  test('shows a table that is too wide as a list', () => {
    const text = '| name | use | limit |\n|---|---|---|\n| x | a long use | of three words |'
    expect(formatMarkdown(text, 22)).toBe('x\n    use: a long use\n    limit: of three\n    words')
  })
})
