import { stringify } from 'csv-stringify/sync'

/** Rows as CSV. Texts that a spreadsheet would take for formulas, which files may be called, get an apostrophe in front. */
export const csvOf = (rows: readonly (readonly (string | number | null | undefined)[])[]): string =>
  stringify([...rows], { escape_formulas: true })
