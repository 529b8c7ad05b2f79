/** A number of a text in which a comma may stand for the point; NaN when it is none. */
export const typedNumber = (text: string): number =>
  text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'))

/** A number as it is put into a field: as short as three decimals allow; empty for none. */
export const fieldNumber = (value: number | null): string =>
  value === null ? '' : String(Math.round(value * 1000) / 1000)

/** Seconds of a duration typed as `H:MM` or `H:MM:SS`, with as many hours as needed; NaN when it is none. */
export function typedDuration(text: string): number {
  const [, hours, minutes, seconds = '0'] =
    /^(\d+):([0-5]?\d)(?::([0-5]?\d))?$/.exec(text.trim()) ?? []
  return hours === undefined
    ? Number.NaN
    : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
