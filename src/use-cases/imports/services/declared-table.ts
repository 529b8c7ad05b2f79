import { declaredText } from './declared-values'
import { type Archive, rowsIn } from './read-service-export'

/** A row of a table, with access to its values by heading. */
export interface TableRow {
  /** Index of the row, starting from 0. */
  index: number
  /** Returns the text in the first of these columns that has one. Headings are in lower case. */
  value: (...headings: string[]) => string | undefined
}

interface TableOptions {
  /** Number of lines before the headings. */
  skip?: number
  /** Normalises a heading; by default to lower case. */
  heading?: (text: string) => string
}

const lowerCase = (text: string) => text.trim().toLowerCase()

/** Reads a table with headings row by row. @throws ExportError when it cannot be parsed */
export async function* tableRows(
  archive: Archive,
  path: string,
  { skip = 0, heading = lowerCase }: TableOptions = {},
): AsyncGenerator<TableRow> {
  let columns: ReadonlyMap<string, number> | undefined
  let index = -skip
  for await (const row of rowsIn(archive, path)) {
    if (index++ < 0) continue
    if (!columns) {
      columns = new Map(row.map((text, at) => [heading(text), at] as const).toReversed())
      index = 0
      continue
    }
    const known = columns
    const value = (...headings: string[]) => {
      const found = headings.map((name) => declaredText(row[known.get(name) ?? -1]))
      return found.find((text) => text !== undefined)
    }
    yield { index: index - 1, value }
  }
}

/** Whether the first line of a table that may be the headings contains all of these texts. */
async function hasHeadings(
  archive: Archive,
  path: string,
  headings: readonly string[],
): Promise<boolean> {
  const [line = ''] = new TextDecoder().decode(await archive.head(path, 8192)).split('\n')
  const text = line.toLowerCase()
  return headings.every((heading) => text.includes(heading))
}

/** Finds the first of the tables of an archive whose headings contain these texts. */
export async function findTable(
  archive: Archive,
  headings: readonly string[],
): Promise<string | undefined> {
  // Archives of health data have hundreds of tables, of which only those with the right headings matter.
  const tables = archive.paths.filter((path) => /\.csv$/i.test(path)).slice(0, MAX_TABLES)
  for (const path of tables) if (await hasHeadings(archive, path, headings)) return path
  return undefined
}

const MAX_TABLES = 20
