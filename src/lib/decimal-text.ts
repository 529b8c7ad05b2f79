/** A number as text that always shows a decimal: `16.0`, `9.942`. */
export const decimalText = (value: number): string =>
  Number.isInteger(value) ? value.toFixed(1) : String(value)
