/** What became of one file of an import. */
export type ReportEntry = {
  /** Its place in the report, from 0: two files may have one name. */
  line: number
  file: string
  /** In the server's word, such as `new` or `already there`. */
  result: string
  /** In the server's words; empty where there is nothing to say. */
  reason: string
  /** The workout that it made or repeats; null without one. */
  workoutId: string | null
}

/** The entries of a report, from its CSV. */
export function readReport(csv: string): ReportEntry[] {
  const [titles = [], ...rows] = parseCsv(csv)
  const at = (row: string[], title: string) => row[titles.indexOf(title)] ?? ''
  return rows.map((row, line) => ({
    line,
    file: asWritten(at(row, 'file')),
    result: at(row, 'result'),
    reason: asWritten(at(row, 'reason')),
    workoutId: at(row, 'workout') || null,
  }))
}

/** Without the mark that keeps spreadsheets from taking a text for a formula. */
const asWritten = (text: string): string => text.replace(/^'(?=[=+\-@\t\r])/, '')

/** A cell of CSV up to what ends it: quoted, with doubled quotes inside, or bare. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y

/** The rows of a CSV text (RFC 4180), each a list of its cells; the line of titles is one of them. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  CELL.lastIndex = 0
  while (CELL.lastIndex < text.length || row.length > 0) {
    const found = CELL.exec(text)
    if (!found) break
    const [, quoted, bare = '', end] = found
    row.push(quoted?.replaceAll('""', '"') ?? bare)
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}
