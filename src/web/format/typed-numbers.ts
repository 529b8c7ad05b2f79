/** A number of a text in which a comma may stand for the point; NaN when it is none. */
export const typedNumber = (text: string): number =>
  text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'))

/** A number as it is put into a field: as short as three decimals allow; empty for none. */
export const fieldNumber = (value: number | null): string =>
  value === null ? '' : String(Math.round(value * 1000) / 1000)
