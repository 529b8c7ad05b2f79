import { describe, expect, test } from 'bun:test'
import { findWorkoutAt, readPhotoTime, toLocalTime } from '@/web/screens/add-workout/photo-time'
import { aLandscape, aPhoto } from '../../support/photo-files'

const fileOf = (bytes: Uint8Array<ArrayBuffer>, lastModified = 0) =>
  new File([bytes], 'photo', { lastModified })

describe('readPhotoTime', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'reads the EXIF time of %s',
    async (format) => {
      const time = await readPhotoTime(fileOf(await aPhoto(format)), 'Europe/Berlin')
      expect(new Date(time).toISOString()).toBe('2024-05-01T10:20:30.000Z')
    },
  )

  test('prefers the time of the camera to that of an edit', async () => {
    const exif = {
      IFD0: { DateTime: '2025:01:01 00:00:00' },
      IFD2: { DateTimeOriginal: '2024:05:01 10:20:30', DateTimeDigitized: '2024:05:01 10:20:31' },
    }
    const time = await readPhotoTime(fileOf(await aPhoto('jpeg', { exif })), 'UTC')
    expect(new Date(time).toISOString()).toBe('2024-05-01T10:20:30.000Z')
  })

  test('takes the local time of the file when there is none, or none that exists', async () => {
    const lastModified = Date.UTC(2024, 6, 1, 22, 30)
    const local = '2024-07-02T00:30:00.000Z'
    const exif = { IFD2: { DateTimeOriginal: '2024:99:99 10:20:30' } }
    for (const bytes of [await aLandscape(1), await aPhoto('jpeg', { exif }), new Uint8Array(0)])
      expect(
        new Date(await readPhotoTime(fileOf(bytes, lastModified), 'Europe/Berlin')).toISOString(),
      ).toBe(local)
  })
})

test('toLocalTime follows the clock of a time zone', () => {
  const noon = Date.UTC(2024, 0, 15, 12)
  const hours = (zone: string) => (toLocalTime(noon, zone) - noon) / 3_600_000
  expect(hours('UTC')).toBe(0)
  expect(hours('America/New_York')).toBe(-5)
  expect(hours('Asia/Kolkata')).toBe(5.5)
  expect(hours('Pacific/Kiritimati')).toBe(14)
})

describe('findWorkoutAt', () => {
  const minutes = (count: number) => count * 60_000
  const ride = { id: 'ride', start: minutes(600), end: minutes(700) }
  const run = { id: 'run', start: minutes(760), end: minutes(800) }
  const idAt = (minute: number) => findWorkoutAt(minutes(minute), [run, ride])?.id

  test('returns the workout during the photo, or the closest within two hours', () => {
    expect([600, 650, 700, 729, 731, 780].map(idAt)).toEqual([
      ...['ride', 'ride', 'ride', 'ride', 'run', 'run'],
    ])
    expect([480, 479, 920, 921].map(idAt)).toEqual(['ride', undefined, 'run', undefined])
  })

  test('returns none without workouts', () => {
    expect(findWorkoutAt(0, [])).toBeUndefined()
  })
})
