/**
 * How the numbers of a column are computed from integers: `integer * multiply / divide + add`, rounded to single
 * precision if `single` is set. Devices record integers; stored as such they take a fraction of the space of doubles
 * and are restored exactly.
 */
export interface NumberForm {
  readonly multiply: number
  readonly divide: number
  readonly add: number
  readonly single: boolean
}

/** A column as integers, and the index of the form that restores it. */
export interface IntegerColumn {
  readonly form: number
  readonly integers: Float64Array
}

const scaled = (multiply: number, divide: number, add = 0): NumberForm => ({
  multiply,
  divide,
  add,
  single: false,
})
const single = (divide: number): NumberForm => ({ multiply: 1, divide, add: 0, single: true })

/** Blobs contain the index of a form: append forms, never move them. They are tried in this order. */
const FORMS: readonly NumberForm[] = [
  // Times in microseconds that are whole seconds or milliseconds.
  scaled(1e6, 1),
  scaled(1e3, 1),
  ...decimals(0, 9),
  // Degrees recorded as semicircles and altitudes as fifths of a metre above -500 m (FIT).
  scaled(180, 2 ** 31),
  scaled(1, 5, -500),
  // Decimals that were stored as 32-bit floats, and other 32-bit floats.
  single(10),
  single(100),
  single(1000),
  scaled(1, 2 ** 24),
  ...decimals(10, 13),
]

/** Larger integers could not be subtracted exactly. */
const MAX_INTEGER = 2 ** 52

/** Finds a form that restores every value exactly; undefined when there is none. */
export function toIntegers(values: Float64Array): IntegerColumn | undefined {
  for (const [form, rule] of FORMS.entries()) {
    const integers = fit(values, rule)
    if (integers) return { form, integers }
  }
  return undefined
}

/** Restores values from integers, in place; undefined for an unknown form. */
export function fromIntegers({ form, integers }: IntegerColumn): Float64Array | undefined {
  const rule = FORMS[form]
  if (rule === undefined) return undefined
  if (areDecimals(rule)) {
    const { divide } = rule
    for (let i = 0; i < integers.length; i++) integers[i] = (integers[i] ?? 0) / divide + 0
  } else for (let i = 0; i < integers.length; i++) integers[i] = restore(rule, integers[i] ?? 0)
  return integers
}

/** Number of values from all parts of a column that are tried first: nearly all unsuitable forms fail on them. */
const PROBES = 16

function fit(values: Float64Array, rule: NumberForm): Float64Array | undefined {
  const stride = Math.max(1, Math.floor(values.length / PROBES))
  for (let i = 0; i < values.length; i += stride) if (!fitsAt(values, i, rule)) return undefined
  const integers = new Float64Array(values.length)
  const isFit = areDecimals(rule)
    ? fitDecimals(values, rule.divide, integers)
    : fitAny(values, rule, integers)
  return isFit ? integers : undefined
}

const areDecimals = ({ multiply, add, single }: NumberForm): boolean =>
  multiply === 1 && add === 0 && !single

function fitAny(values: Float64Array, rule: NumberForm, integers: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) {
    if (!fitsAt(values, i, rule)) return false
    integers[i] = nearest(values[i] ?? 0, rule)
  }
  return true
}

function fitsAt(values: Float64Array, i: number, rule: NumberForm): boolean {
  const value = values[i] ?? 0
  const integer = nearest(value, rule)
  return Object.is(restore(rule, integer), value) && Math.abs(integer) <= MAX_INTEGER
}

// `Math.round` is several times slower and only differs for values that fit no form.
const nearest = (value: number, { multiply, divide, add }: NumberForm): number =>
  Math.floor(((value - add) * divide) / multiply + 0.5)

/** Like `fit`, optimised for decimals, as most columns are. */
function fitDecimals(values: Float64Array, divide: number, integers: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0
    const integer = Math.floor(value * divide + 0.5)
    const restored = integer / divide + 0
    if (restored !== value || Math.abs(integer) > MAX_INTEGER) return false
    // Negative zero would not be restored.
    if (restored === 0 && Object.is(value, -0)) return false
    integers[i] = integer
  }
  return true
}

function restore({ multiply, divide, add, single }: NumberForm, integer: number): number {
  const value = (integer * multiply) / divide + add
  return single ? Math.fround(value) : value
}

function decimals(from: number, to: number): NumberForm[] {
  return Array.from({ length: to - from + 1 }, (_, i) => scaled(1, 10 ** (from + i)))
}
