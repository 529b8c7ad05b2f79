import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HANDBOOK } from '@/build/handbook/read-pages'

/** The page that lists provoked errors. Set UPDATE_ERRORS=1 to write what the commands print into it. */
const DOCUMENT = join(HANDBOOK, 'errors.md')
const HEADER = ['| Command | When | Message | Exit code |', '|---|---|---|---|']

/** A command that failed, as the document shows it. */
export interface ErrorRow {
  command: string
  when: string
  message: string
  code: number
}

/** Formats a text for a table. Pages must not contain HTML. */
const cell = (text: string) =>
  text.trim().replaceAll('|', '\\|').replaceAll('<', '\\<').replaceAll('\n', ' ↵ ')

const formatRow = ({ command, when, message, code }: ErrorRow): string =>
  `| \`milepost ${cell(command)}\` | ${cell(when)} | ${cell(message)} | ${code} |`

const read = () => readFileSync(DOCUMENT, 'utf8')

/** Splits the document at a heading: the text up to its table, the rows of the table, and the rest. */
function splitAt(text: string, heading: string): [before: string, rows: string[], rest: string] {
  const begin = text.indexOf(`\n## ${heading}\n`)
  if (begin < 0) throw new Error(`${DOCUMENT} has no section “${heading}”.`)
  const table = text.indexOf(HEADER.join('\n'), begin)
  const lines = text.slice(table).split('\n')
  const end = lines.findIndex((line) => !line.startsWith('|'))
  const count = end < 0 ? lines.length : end
  return [text.slice(0, table), lines.slice(HEADER.length, count), lines.slice(count).join('\n')]
}

/** Returns the rows of a section; with UPDATE_ERRORS, writes the given ones first. */
export function documentedRows(heading: string, actual: readonly ErrorRow[]): string[] {
  if (process.env.UPDATE_ERRORS) {
    const [before, , rest] = splitAt(read(), heading)
    writeFileSync(
      DOCUMENT,
      [`${before}${HEADER.join('\n')}`, ...actual.map(formatRow), rest].join('\n'),
    )
  }
  return splitAt(read(), heading)[1]
}

export const formatRows = (rows: readonly ErrorRow[]): string[] => rows.map(formatRow)

/** Texts of the system and of libraries that an error must not consist of: they say neither what to do nor what it means. */
export const RAW_ERROR =
  /^(Error: )?(E[A-Z]{3,}|SQLITE_\w+)\b|\b(undefined|\[object)\b|^\s+at \S+ \(/m
