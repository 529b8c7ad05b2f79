/** Writes the parts of the handbook that are generated from the code: `bun run readme`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inProject } from '@/build/project'
import { createProgram } from '@/cli'
import { terminal } from '@/cli/io'
import { openIo } from '@/cli/output'
import { type CommandFacts, flatten, readCommand } from '@/cli/shell/command-tree'
import { VARIABLES } from '@/lib/config/environment-variables'
import { METRIC_TEXTS } from '@/server/metrics'
import { HANDBOOK } from './read-pages'

const PART = /(<!-- generated: (.+?) -->\n)[\s\S]*?(<!-- \/generated -->)/g
const LANGUAGES: Readonly<Record<string, string>> = { yml: 'yaml', yaml: 'yaml', service: 'ini' }

/** Escapes a text for a cell of a table. */
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '\\<')

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const namesAndMeanings = (head: string, values: Readonly<Record<string, string>>) =>
  table(
    [head, 'meaning'],
    Object.entries(values).map(([name, meaning]) => [`\`${name}\``, cell(meaning)]),
  )

/** A section for each command that can be run, with its options. */
async function describeCommands(): Promise<string> {
  const program = readCommand(await createProgram(openIo(terminal)))
  const isOwn = ({ flags }: CommandFacts['options'][number]) =>
    !/--(help|data-dir|json|quiet|verbose)\b/.test(flags)
  return flatten(program)
    .slice(1)
    .filter(({ commands, options }) => commands.length === 0 || options.some(isOwn))
    .map(({ path, usage, description, options }) => {
      const own = options.filter(isOwn).map((one) => [`\`${one.flags}\``, cell(one.description)])
      return [
        `### ${path.join(' ')}`,
        `\`${[...path, usage].join(' ').trim()}\`: ${cell(description)}.`,
        ...(own.length > 0 ? [table(['option', 'meaning'], own)] : []),
      ].join('\n\n')
    })
    .join('\n\n')
}

/** A file of the repository as a block of code. */
function quoteFile(path: string): string {
  const language = LANGUAGES[path.split('.').at(-1) ?? ''] ?? 'text'
  return `\`\`\`${language}\n${readFileSync(inProject(path), 'utf8').trimEnd()}\n\`\`\``
}

async function generate(name: string): Promise<string> {
  if (name === 'settings') return namesAndMeanings('variable', VARIABLES)
  if (name === 'metrics') return namesAndMeanings('metric', METRIC_TEXTS)
  if (name === 'commands') return describeCommands()
  return quoteFile(name)
}

/** Returns a page with its generated parts as the code is now. */
export async function withGeneratedParts(source: string): Promise<string> {
  const names = [...source.matchAll(PART)].map(([, , name = '']) => name)
  const parts = new Map<string, string>()
  for (const name of names) parts.set(name, await generate(name))
  return source.replace(
    PART,
    (_, start: string, name: string, end: string) => `${start}${parts.get(name)}\n${end}`,
  )
}

if (import.meta.main)
  for (const name of readdirSync(HANDBOOK)) {
    const path = join(HANDBOOK, name)
    writeFileSync(path, await withGeneratedParts(readFileSync(path, 'utf8')))
  }
