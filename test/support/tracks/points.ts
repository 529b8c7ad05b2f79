/** One sample of a generated recording; missing values are not written. */
export interface SamplePoint {
  readonly lat?: number | string
  readonly lon?: number | string
  readonly ele?: number | string
  readonly time?: string
  readonly hr?: number | string
  readonly cadence?: number | string
  readonly power?: number | string
}

/** The time of the first sample of `samplePoints`, in microseconds since the epoch. */
export const SAMPLE_START = Date.UTC(2024, 4, 4, 8) * 1000

/** Samples a second apart on a line to the north-east, with all values; `change` overrides some. */
export function samplePoints(
  count: number,
  change: (index: number) => SamplePoint = () => ({}),
): SamplePoint[] {
  return Array.from({ length: count }, (_, index) => ({
    lat: 45 + index / 10_000,
    lon: 6 + index / 20_000,
    ele: 300 + index,
    time: new Date(SAMPLE_START / 1000 + index * 1000).toISOString().replace('.000', ''),
    hr: 100 + index,
    cadence: 80 + (index % 3),
    power: 150 + index,
    ...change(index),
  }))
}

/** The columns of the first three samples. */
export const THREE_SAMPLES = {
  time: [0, 1_000_000, 2_000_000].map((since) => SAMPLE_START + since),
  lat: [45, 45.0001, 45.0002],
  lon: [6, 6.00005, 6.0001],
  ele: [300, 301, 302],
  hr: [100, 101, 102],
  cadence: [80, 81, 82],
  power: [150, 151, 152],
}

/** `<name>value</name>`, or nothing without a value. */
export function leaf(name: string, value: number | string | undefined): string {
  return value === undefined ? '' : `<${name}>${value}</${name}>`
}
