import { describe, expect, test } from 'bun:test'
import { aSuspendedUser, aUser } from '../support/factories'
import { fileId, fitFile, record as fitRecord, fitTime } from '../support/tracks/fit'
import { gpxOf } from '../support/tracks/gpx'
import { kmlOf } from '../support/tracks/kml'
import { samplePoints } from '../support/tracks/points'
import { tcxOf } from '../support/tracks/tcx'
import { startWorkoutServer } from '../support/workouts'

const points = samplePoints(5)
const NOBODY = '2AXUtXDfi8HwaAHdf6BDaa'

const fit = fitFile([
  fileId(1, 1036),
  ...samplePoints(5).map((_, i) =>
    fitRecord({
      time: fitTime('2024-05-04T08:00:00Z') + i,
      lat: 45 + i / 10_000,
      lon: 6,
      ele: 300 + i,
    }),
  ),
])

const FILES: Record<string, { content: string | Uint8Array; type: string }> = {
  gpx: { content: gpxOf(points), type: 'application/gpx+xml' },
  tcx: { content: tcxOf(points, { calories: 123 }), type: 'application/vnd.garmin.tcx+xml' },
  kml: { content: kmlOf(points), type: 'application/vnd.google-earth.kml+xml' },
  fit: { content: fit, type: 'application/vnd.ant.fit' },
}

/** Uploads a file and downloads it again. */
async function downloaded(extension: string, what: 'original' | 'gpx') {
  const server = await startWorkoutServer()
  const { content = '', type } = FILES[extension] ?? {}
  const { id } = await server.record(`some file.${extension.toUpperCase()}`, content)
  const token = await server.ctx.sessions.issue(server.user.id, server.user.session_epoch)
  const response = await server.handle(
    new Request(`http://localhost/api/workouts/${id}/${what}/download`, {
      headers: { authorization: `Bearer ${token}` },
    }),
  )
  return {
    response,
    bytes: await response.bytes(),
    content: new Uint8Array(Buffer.from(content)),
    type,
  }
}

describe.each(['original', 'gpx'])('GET /api/workouts/{id}/%s/download', (what) => {
  test('asks for a token, and rejects suspended accounts', async () => {
    const { call, ctx, get } = await startWorkoutServer()
    const path = `/api/workouts/${NOBODY}/${what}/download`
    expect((await call('GET', path)).status).toBe(401)
    expect((await get(path, { as: await aSuspendedUser(ctx) })).status).toBe(403)
  })

  test('is for the owner only, even for public workouts', async () => {
    const { record, get, ctx } = await startWorkoutServer()
    const { id } = await record('ride.gpx', gpxOf(points), {
      workout_visibility: 'public',
      analysis_visibility: 'public',
      map_visibility: 'public',
    })
    const as = await aUser(ctx)
    for (const one of [id, NOBODY]) {
      const answer = await get(`/api/workouts/${one}/${what}/download`, { as })
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual({
        data: { workout: [] },
        message: `workout not found (id: ${one})`,
        status: 'not found',
      })
    }
  })

  test('returns 404 for manual workouts and missing files', async () => {
    const { enter, record, get, ctx } = await startWorkoutServer()
    const manual = await enter()
    const recorded = await record('ride.gpx', gpxOf(points))
    await ctx.files.removeFolder('workouts')
    for (const { id } of [manual, recorded]) {
      const answer = await get(`/api/workouts/${id}/${what}/download`)
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual({
        data: { original_file: [] },
        message: `no original file for workout (id: ${id})`,
        status: 'not found',
      })
    }
  })
})

describe('GET /api/workouts/{id}/original/download', () => {
  test.each(Object.keys(FILES))('returns a %s file unchanged', async (extension) => {
    const { response, bytes, content, type } = await downloaded(extension, 'original')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(String(type))
    expect(response.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="2024-05-04_08-00-00_1_[\\w-]+\\.${extension}"$`),
    )
    expect(bytes).toEqual(content)
  })
})

describe('GET /api/workouts/{id}/gpx/download', () => {
  test('returns a GPX file unchanged', async () => {
    const { bytes, content } = await downloaded('gpx', 'gpx')
    expect(bytes).toEqual(content)
  })

  test.each(['tcx', 'kml', 'fit'])('converts the points of a %s file to GPX', async (extension) => {
    const { response, bytes } = await downloaded(extension, 'gpx')
    const text = new TextDecoder().decode(bytes)
    expect(response.headers.get('content-type')).toBe('application/gpx+xml')
    expect(response.headers.get('content-disposition')).toMatch(
      /filename="2024-05-04_[\w-]+\.gpx"$/,
    )
    expect(text).toStartWith('<?xml version="1.0" encoding="UTF-8"?>\n<gpx ')
    expect(text.match(/<trkpt /g)).toHaveLength(5)
    expect(text).toContain('<ele>300</ele><time>2024-05-04T08:00:00Z</time>')
  })

  test('includes calories, sensors and the source of the recording', async () => {
    const tcx = new TextDecoder().decode((await downloaded('tcx', 'gpx')).bytes)
    expect(tcx).toContain('<gpxtrkx:Calories>123</gpxtrkx:Calories>')
    expect(tcx).toContain('<gpxtpx:cad>80</gpxtpx:cad><gpxtpx:hr>100</gpxtpx:hr>')
    expect(tcx).toMatch(/creator="Milepost v[^ "]+"/)
    const fromFit = new TextDecoder().decode((await downloaded('fit', 'gpx')).bytes)
    expect(fromFit).toMatch(/creator="Milepost v[^ "]+ \(from garmin Edge 500\)"/)
  })
})
