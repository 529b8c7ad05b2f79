import { stringify } from 'csv-stringify/sync'

/**
 * Formats rows as CSV. Texts that a spreadsheet would interpret as formulas, such as file names, get a leading
 * apostrophe.
 */
export const formatCsv = (
  rows: readonly (readonly (string | number | null | undefined)[])[],
): string => stringify([...rows], { escape_formulas: true })
