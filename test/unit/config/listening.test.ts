import { describe, expect, test } from 'bun:test'
import { loadConfig } from '@/lib/config/config'
import { ConfigError } from '@/lib/config/environment-variables'
import { newFolder } from '../../support/folder'

const load = (env: Record<string, string>) => loadConfig({}, { DATA_DIR: newFolder(), ...env })

describe('the base path', () => {
  test.each([
    [{}, '', 'http://127.0.0.1:5000'],
    [{ BASE_PATH: '/' }, '', 'http://127.0.0.1:5000'],
    [{ BASE_PATH: '/milepost/' }, '/milepost', 'http://127.0.0.1:5000/milepost'],
    [{ BASE_PATH: '/a/b-c' }, '/a/b-c', 'http://127.0.0.1:5000/a/b-c'],
    [{ UI_URL: 'https://example.org/ride/' }, '/ride', 'https://example.org/ride'],
    [{ UI_URL: 'https://example.org', BASE_PATH: '/ride' }, '/ride', 'https://example.org/ride'],
    [
      { UI_URL: 'https://example.org/ride', BASE_PATH: '/ride' },
      '/ride',
      'https://example.org/ride',
    ],
    [{ LISTEN: 'unix:/run/m.sock', BASE_PATH: '/ride' }, '/ride', 'http://localhost/ride'],
  ])('of %p is "%s", and links start with %s', (env, basePath, uiUrl) => {
    expect(load(env)).toMatchObject({ basePath, uiUrl })
  })

  test.each(['milepost', '/a b', '/a//b', '/../a', '/ä', '/a?b', '/a%20b'])(
    'rejects "%s"',
    (path) => {
      expect(() => load({ BASE_PATH: path })).toThrow(ConfigError)
    },
  )

  test('must match the path of the public URL', () => {
    const env = { UI_URL: 'https://example.org/ride', BASE_PATH: '/milepost' }
    expect(() => load(env)).toThrow(
      "UI_URL has the path '/ride' and BASE_PATH is '/milepost': let them agree, or leave BASE_PATH out.",
    )
  })
})

describe('the socket', () => {
  test.each([
    [{ LISTEN: 'unix:/run/m.sock' }, { path: '/run/m.sock', mode: 0o660 }],
    [
      { LISTEN: 'unix:/run/m.sock', SOCKET_MODE: '0666' },
      { path: '/run/m.sock', mode: 0o666 },
    ],
    [
      { LISTEN: 'unix:/run/m.sock', SOCKET_MODE: '600' },
      { path: '/run/m.sock', mode: 0o600 },
    ],
    [{ HOST: '::' }, undefined],
  ])('for %p is %p', (env, socket) => {
    expect(load(env).socket).toEqual(socket)
  })

  test.each([
    { LISTEN: '/run/m.sock' },
    { LISTEN: 'unix:' },
    { LISTEN: 'unix:/run/m.sock', SOCKET_MODE: 'rw' },
    { SOCKET_MODE: '0666' },
  ])('rejects %p', (env) => {
    expect(() => load(env)).toThrow(ConfigError)
  })
})
