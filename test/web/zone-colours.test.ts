import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { inProject } from '@/build/project'

const tokens = readFileSync(inProject('src', 'web', 'styles', 'tokens.css'), 'utf8')

type Triple = readonly [number, number, number]

const toLinear = (hex: string): Triple => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return [r, g, b]
}

const dot = ([a, b, c]: Triple, [x, y, z]: Triple): number => a * x + b * y + c * z
const luminance = (hex: string): number => dot([0.2126, 0.7152, 0.0722], toLinear(hex))

/** Linear RGB as seen by people with and without each kind of colour blindness (Machado, Oliveira and Fernandes, 2009). */
const VISIONS: Readonly<Record<string, readonly [Triple, Triple, Triple]>> = {
  none: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

/** CIELAB of linear RGB, with the white point D65. */
function toLab(rgb: Triple): Triple {
  const scale = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116)
  const x = scale(dot([0.4124, 0.3576, 0.1805], rgb) / 0.95047)
  const y = scale(dot([0.2126, 0.7152, 0.0722], rgb))
  const z = scale(dot([0.0193, 0.1192, 0.9505], rgb) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

const contrast = (one: string, other: string): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const valuesOf = (name: RegExp) =>
  [...tokens.matchAll(name)].flatMap(([, value]) => (value ? [value] : []))

test('every zone has a contrast of at least 3:1 to the grounds and surfaces of both schemes', () => {
  const zones = valuesOf(/--mp-zone-\d: (#\w{6})/g)
  const grounds = valuesOf(/--mp-(?:ground|surface): (#\w{6})/g)
  expect(zones).toHaveLength(7)
  expect(grounds.length).toBeGreaterThanOrEqual(4)
  const weak = zones.flatMap((zone) =>
    grounds
      .filter((ground) => contrast(zone, ground) < 3)
      .map((ground) => `${zone} on ${ground}: ${contrast(zone, ground).toFixed(2)}`),
  )
  expect(weak).toEqual([])
})

test('the five zones are distinguishable with every kind of colour blindness', () => {
  const zones = valuesOf(/--mp-zone-[1-5]: (#\w{6})/g)
  const close = Object.entries(VISIONS).flatMap(([name, [r, g, b]]) => {
    const seen = zones.map((zone) => {
      const rgb = toLinear(zone)
      const clamp = (row: Triple) => Math.min(1, Math.max(0, dot(row, rgb)))
      return toLab([clamp(r), clamp(g), clamp(b)])
    })
    return seen.flatMap((one, i) =>
      seen.slice(i + 1).flatMap((other, j) => {
        const difference = Math.hypot(...one.map((value, at) => value - (other[at] ?? 0)))
        return difference < 20 ? [`${name}: zones ${i + 1} and ${i + j + 2}: ${difference}`] : []
      }),
    )
  })
  expect(close).toEqual([])
})
