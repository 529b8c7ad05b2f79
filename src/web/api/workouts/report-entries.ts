/** The result for one file of an import. */
export type ReportEntry = {
  /** Index in the report, from 0. Used as a key, because two files may have the same name. */
  line: number
  file: string
  /** The server's word for the result, such as `new` or `already there`. */
  result: string
  /** The server's explanation; may be empty. */
  reason: string
  /** The workout created from the file, or the existing one that it duplicates; null if there is neither. */
  workoutId: string | null
}

/** Parses the CSV of an import report. */
export function parseReport(csv: string): ReportEntry[] {
  const [titles = [], ...rows] = parseCsv(csv)
  const at = (row: string[], title: string) => row[titles.indexOf(title)] ?? ''
  return rows.map((row, line) => ({
    line,
    file: stripFormulaGuard(at(row, 'file')),
    result: at(row, 'result'),
    reason: stripFormulaGuard(at(row, 'reason')),
    workoutId: at(row, 'workout') || null,
  }))
}

/** Removes the apostrophe that prevents spreadsheets from interpreting a text as a formula. */
const stripFormulaGuard = (text: string): string => text.replace(/^'(?=[=+\-@\t\r])/, '')

/** A CSV cell with its delimiter: quoted, with quotes doubled inside, or unquoted. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y

/** Parses CSV (RFC 4180) into rows of cells, including the header row. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  CELL.lastIndex = 0
  while (CELL.lastIndex < text.length || row.length > 0) {
    const match = CELL.exec(text)
    if (!match) break
    const [, quoted, bare = '', end] = match
    row.push(quoted?.replaceAll('""', '"') ?? bare)
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}
