import { describe, expect, test } from 'bun:test'
import { loadConfig } from '@/lib/config/config'
import { newFolder } from '../../support/folder'

const load = (settings: object) => loadConfig({ DATA_DIR: newFolder(), ...settings }, {}).login
const OIDC = { OIDC_ISSUER: 'https://id.example.org/realms/a/', OIDC_CLIENT_ID: 'milepost' }
const PROXY = { PROXY_AUTH_HEADER: 'Remote-User', TRUSTED_PROXIES: '192.0.2.1' }

describe('the settings of logins', () => {
  test('allow only passwords by default', () => {
    expect(load({})).toEqual({
      creation: 'off',
      passwords: 'on',
      provider: undefined,
      proxy: undefined,
    })
  })

  test('read a provider, whose issuer stays as it is spelt', () => {
    expect(load(OIDC).provider).toEqual({
      adminGroup: undefined,
      clientId: 'milepost',
      clientSecret: undefined,
      groupsClaim: 'groups',
      issuer: 'https://id.example.org/realms/a/',
      linksByEmail: false,
      name: 'id.example.org',
      scopes: 'openid profile email',
    })
    expect(
      load({
        ...OIDC,
        OIDC_CLIENT_SECRET: 's3cret',
        OIDC_NAME: 'Campfire',
        OIDC_SCOPES: 'openid, email groups',
        OIDC_GROUPS_CLAIM: 'roles',
        OIDC_ADMIN_GROUP: 'captains',
        OIDC_LINK_BY_EMAIL: 'true',
      }).provider,
    ).toMatchObject({
      clientSecret: 's3cret',
      name: 'Campfire',
      scopes: 'openid email groups',
      groupsClaim: 'roles',
      adminGroup: 'captains',
      linksByEmail: true,
    })
  })

  test.each([['http://localhost:9000'], ['http://127.0.0.1'], ['http://[::1]:8080/a']])(
    'accept a provider without TLS only on this machine: %s',
    (OIDC_ISSUER) => {
      expect(load({ ...OIDC, OIDC_ISSUER }).provider?.issuer).toBe(OIDC_ISSUER)
    },
  )

  test('read the headers of a proxy, in lower case', () => {
    expect(load(PROXY).proxy).toEqual({ user: 'remote-user', email: undefined, groups: undefined })
    const others = { PROXY_AUTH_EMAIL_HEADER: 'Remote-Email', PROXY_AUTH_GROUPS_HEADER: 'X-Groups' }
    expect(load({ ...PROXY, ...others }).proxy).toMatchObject({
      email: 'remote-email',
      groups: 'x-groups',
    })
    expect(load({ PROXY_AUTH_HEADER: 'X-User', LISTEN: 'unix:/run/m.sock' }).proxy?.user).toBe(
      'x-user',
    )
  })

  test.each([
    ['off', 'off'],
    ['everyone', 'everyone'],
    ['runners, staff', ['runners', 'staff']],
  ])('read who gets an account: %s', (AUTO_CREATE_ACCOUNTS, creation) => {
    expect<unknown>(load({ AUTO_CREATE_ACCOUNTS }).creation).toEqual(creation)
  })

  test.each<[object, string]>([
    [{ OIDC_ISSUER: OIDC.OIDC_ISSUER }, 'belong together'],
    [{ OIDC_CLIENT_ID: 'milepost' }, 'belong together'],
    [{ ...OIDC, OIDC_ISSUER: 'http://id.example.org' }, 'give the https URL'],
    [{ ...OIDC, OIDC_ISSUER: 'id.example.org' }, 'give the https URL'],
    [{ ...OIDC, OIDC_ISSUER: 'https://id.example.org/?a=b' }, 'give the https URL'],
    [{ ...OIDC, OIDC_ISSUER: 'ftp://localhost/' }, 'give the https URL'],
    [{ ...OIDC, OIDC_LINK_BY_EMAIL: 'maybe' }, 'OIDC_LINK_BY_EMAIL'],
    [{ LOCAL_LOGIN: 'off' }, 'no one could log in'],
    [{ LOCAL_LOGIN: 'no' }, 'LOCAL_LOGIN'],
    [{ PROXY_AUTH_HEADER: 'Remote-User' }, 'TRUSTED_PROXIES is not'],
    [{ ...PROXY, PROXY_AUTH_HEADER: 'Remote User' }, 'give the name of a header'],
    [{ ...PROXY, PROXY_AUTH_HEADER: 'X-Forwarded-For' }, 'give the name of a header'],
    [{ ...PROXY, PROXY_AUTH_EMAIL_HEADER: 'Cookie' }, 'give the name of a header'],
    [{ PROXY_AUTH_EMAIL_HEADER: 'Remote-Email' }, 'no effect without PROXY_AUTH_HEADER'],
    [{ AUTO_CREATE_ACCOUNTS: ' , ' }, 'AUTO_CREATE_ACCOUNTS'],
  ])('reject %p', (settings, problem) => {
    expect(() => load(settings)).toThrow(problem)
  })
})
