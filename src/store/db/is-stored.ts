/** Whether storing `values` would result in exactly `row`, in a table whose columns default to null. */
export const isStoredAs = (row: object, values: object): boolean =>
  Object.entries(row).every(([name, stored]) => {
    const value: unknown = values[name as keyof typeof values] ?? null
    return stored instanceof Uint8Array && value instanceof Uint8Array
      ? Buffer.compare(stored, value) === 0
      : stored === value
  })
