import { describe, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadConfig } from '@/lib/config/config'
import { ConfigError } from '@/lib/config/environment-variables'
import { newFolder } from '../../support/folder'

function folders() {
  const home = newFolder()
  mkdirSync(join(home, 'data'))
  return { home, DATA_DIR: join(home, 'data') }
}

describe('loadConfig', () => {
  test('has a default for every setting', () => {
    const { DATA_DIR } = folders()
    expect(loadConfig({ DATA_DIR }, {})).toMatchObject({
      dataDir: DATA_DIR,
      databaseFile: join(DATA_DIR, 'milepost.db'),
      uploadsDir: join(DATA_DIR, 'uploads'),
      host: '127.0.0.1',
      port: 5000,
      uiUrl: 'http://127.0.0.1:5000',
      dialect: 'spec',
      measurements: 'device',
      importWithoutGps: true,
      mail: undefined,
      weather: undefined,
      rateLimits: { api: [] },
      taskTimeLimitSeconds: 1800,
    })
  })

  test.each([
    ['10.0.0.2', 'http://10.0.0.2:5000'],
    ['nas', 'http://nas:5000'],
    ['::1', 'http://[::1]:5000'],
    ['0.0.0.0', 'http://localhost:5000'],
    ['::', 'http://localhost:5000'],
  ])('derives the public URL from the address it listens on: %s', (HOST, uiUrl) => {
    expect(loadConfig({}, { DATA_DIR: newFolder(), HOST }).uiUrl).toBe(uiUrl)
  })

  test('prefers flags to the environment and the environment to .env', () => {
    const { home, DATA_DIR } = folders()
    writeFileSync(join(home, '.env'), 'PORT=7001\nHOST=10.0.0.1\nUI_URL=https://ride.example/\n')
    const config = loadConfig({ PORT: '7003' }, { DATA_DIR, HOST: '10.0.0.2', PORT: '7002' })
    expect(config).toMatchObject({ port: 7003, host: '10.0.0.2', uiUrl: 'https://ride.example' })
  })

  test.each([
    [{}, 7],
    [{ NIGHTLY_COPIES: '2' }, 2],
    [{ NIGHTLY_COPIES: '0' }, 0],
    [{ BACKUP_TO: '/mnt/nas' }, 0],
    [{ BACKUP_TO: '/mnt/nas', NIGHTLY_COPIES: '3' }, 3],
  ])('reads from %p how many nightly copies to keep: %d', (settings, copies) => {
    const { DATA_DIR } = folders()
    expect(loadConfig({ DATA_DIR, ...settings }, {}).nightlyCopies).toBe(copies)
  })

  test.each([
    ['03:30', '30 3 * * *'],
    ['7:05', '5 7 * * *'],
    ['0 */6 * * *', '0 */6 * * *'],
  ])('schedules backups at the local time %s', (BACKUP_AT, at) => {
    const { DATA_DIR } = folders()
    const { backup } = loadConfig({ DATA_DIR, BACKUP_TO: '/mnt/nas', BACKUP_AT }, {})
    expect(backup).toEqual({ to: '/mnt/nas', at, keep: 14 })
  })

  test.each([
    [{ BACKUP_AT: '03:30' }],
    [{ BACKUP_TO: '/mnt/nas', BACKUP_AT: '25:00' }],
    [{ BACKUP_TO: '/mnt/nas', BACKUP_KEEP: '0' }],
    [{ NIGHTLY_COPIES: '-1' }],
    [{ NIGHTLY_COPIES: 'off' }],
  ])('rejects the backup settings %p', (settings) => {
    const { DATA_DIR } = folders()
    expect(() => loadConfig({ DATA_DIR, ...settings }, {})).toThrow(ConfigError)
  })

  test.each([
    [{}, 'device'],
    [{ API_DIALECT: 'fittrackee' }, 'fittrackee'],
    [{ API_DIALECT: 'fittrackee', MEASUREMENTS: 'device' }, 'device'],
    [{ MEASUREMENTS: 'fittrackee' }, 'fittrackee'],
  ])('measures as the settings %j say: %s', (settings, measurements) => {
    const { DATA_DIR } = folders()
    expect(loadConfig({ DATA_DIR, ...settings }, {})).toMatchObject({ measurements })
  })

  test('reads secrets from files', () => {
    const { home, DATA_DIR } = folders()
    const file = join(home, 'key')
    writeFileSync(file, 'a very long secret key\n')
    const config = loadConfig({ DATA_DIR }, { APP_SECRET_KEY_FILE: file })
    expect(config.secretKey).toBe('a very long secret key')
  })

  test('lists variables of other software that have no effect', () => {
    const { DATA_DIR } = folders()
    const env = { REDIS_URL: 'redis://', DATABASE_URL: 'postgresql://x', HOME: '/' }
    expect(loadConfig({ DATA_DIR }, env).ignored).toEqual(['DATABASE_URL', 'REDIS_URL'])
  })

  test.each([
    [{ PORT: 'http' }, "PORT is 'http': give a whole number from 0 to 65535."],
    [{ API_DIALECT: 'klingon' }, "API_DIALECT is 'klingon': choose one of spec, fittrackee."],
    [
      { UI_URL: 'ride.example' },
      "UI_URL is 'ride.example': give an address that starts with http:// or https://.",
    ],
    [
      { EMAIL_URL: 'smtp://localhost:25' },
      'EMAIL_URL is set but SENDER_EMAIL is not: set the sender, or remove EMAIL_URL.',
    ],
    [
      { WEATHER_API_PROVIDER: 'visualcrossing' },
      'WEATHER_API_PROVIDER is set but WEATHER_API_KEY is not: set both or none.',
    ],
    [
      { APP_SECRET_KEY: 'short' },
      'APP_SECRET_KEY has 5 characters: use at least 16, or leave it out to have one made.',
    ],
    [
      { APP_SECRET_KEY: 'a very long secret key', APP_SECRET_KEY_FILE: '/dev/null' },
      'Both APP_SECRET_KEY and APP_SECRET_KEY_FILE are set: keep one of them.',
    ],
    [
      { API_RATE_LIMITS: 'many' },
      "API_RATE_LIMITS is 'many': write limits like '300 per 5 minutes', or 'off'.",
    ],
    [
      { CORS_ORIGINS: 'https://app.example.org,app.example.org/path' },
      "CORS_ORIGINS contains 'app.example.org/path': give origins like https://app.example.org, or * for all.",
    ],
    [{ TRUSTED_PROXIES: '10.0.0.1,proxy' }, "TRUSTED_PROXIES contains 'proxy': give IP addresses."],
  ])('rejects %j and says what to change', (env, message) => {
    const { DATA_DIR } = folders()
    const load = () => loadConfig({ DATA_DIR }, env)
    expect(load).toThrow(ConfigError)
    expect(load).toThrow(message)
  })

  test('reads origins as browsers send them', () => {
    const { DATA_DIR } = folders()
    const originsOf = (CORS_ORIGINS: string) =>
      loadConfig({ DATA_DIR }, { CORS_ORIGINS }).corsOrigins
    expect(
      originsOf('https://App.example.org:443/, http://localhost:80, capacitor://localhost'),
    ).toEqual(['https://app.example.org', 'http://localhost', 'capacitor://localhost'])
    expect(originsOf('https://a.example.org, *')).toEqual(['*'])
  })

  test.each([
    { TILE_SERVER_URL: 'https://tiles.example/{z}/{x}/{y}' },
    { DEFAULT_STATICMAP: 'true' },
  ])('rejects a map file together with %p', (settings) => {
    const { DATA_DIR } = folders()
    const load = () => loadConfig({ DATA_DIR }, { MAP_FILE: '/srv/alps.pmtiles', ...settings })
    expect(load).toThrow(ConfigError)
    expect(load).toThrow('MAP_FILE replaces a tile server')
  })

  test('draws map images on the tiles of the maps by default', () => {
    const { DATA_DIR } = folders()
    const tiles = 'https://{s}.tiles.example/{z}/{x}/{y}.png'
    const mapOf = (env: Record<string, string>) => loadConfig({ DATA_DIR }, env).map
    expect(mapOf({})).toMatchObject({ imageTileUrl: mapOf({}).tileUrl, subdomains: [] })
    const own = { TILE_SERVER_URL: tiles, STATICMAP_SUBDOMAINS: 'a, b' }
    expect(mapOf(own)).toMatchObject({
      tileUrl: tiles,
      imageTileUrl: tiles,
      subdomains: ['a', 'b'],
    })
    const onDefault = mapOf({ ...own, DEFAULT_STATICMAP: 'True' })
    expect(onDefault).toMatchObject({ tileUrl: tiles, imageTileUrl: mapOf({}).tileUrl })
    const none = { file: undefined, tileUrl: undefined, imageTileUrl: undefined }
    expect(mapOf({ TILE_SERVER_URL: 'off' })).toMatchObject(none)
    expect(mapOf({ MAP_FILE: '/srv/alps.pmtiles', TILE_SERVER_URL: 'off' })).toMatchObject({
      ...{ ...none, file: '/srv/alps.pmtiles', attribution: undefined },
    })
  })

  test('can use another URL for the weather service', () => {
    const { DATA_DIR } = folders()
    const weatherOf = (env: Record<string, string>) =>
      loadConfig({ DATA_DIR }, { WEATHER_API_KEY: 'key', ...env }).weather
    expect(weatherOf({})?.url).toBe('https://weather.visualcrossing.com')
    expect(loadConfig({ DATA_DIR }, { WEATHER_API_PROVIDER: 'open-meteo' }).weather).toEqual({
      ...{ provider: 'open-meteo', key: undefined, url: undefined },
    })
    expect(weatherOf({ WEATHER_API_URL: 'http://localhost:8000/' })).toEqual({
      provider: 'visualcrossing',
      key: 'key',
      url: 'http://localhost:8000',
    })
  })

  test('reads rate limits in their usual notation', () => {
    const { DATA_DIR } = folders()
    const { rateLimits } = loadConfig(
      { DATA_DIR },
      { API_RATE_LIMITS: '200 per day, 50/hour', AUTH_RATE_LIMITS: 'off' },
    )
    expect(rateLimits).toEqual({
      api: [
        { count: 200, windowSeconds: 86_400, text: '200 per 1 day' },
        { count: 50, windowSeconds: 3600, text: '50 per 1 hour' },
      ],
      auth: [],
    })
  })
})
