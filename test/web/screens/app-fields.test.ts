import { describe, expect, test } from 'bun:test'
import { APP_RULES, EMPTY_APP, toAppInput } from '@/web/screens/apps/app-fields'

describe('the form for a new app', () => {
  test('is converted to the request for the server', () => {
    const fields = {
      name: ' Bridge ',
      website: ' https://client.example.com ',
      description: ' ',
      redirects: '\n https://client.example.com/cb \n\ncom.example.app:/cb\n',
      scopes: ['workouts:read', 'workouts:write'],
      keepsNoSecret: true,
    }
    expect(toAppInput(fields)).toEqual({
      client_name: 'Bridge',
      client_uri: 'https://client.example.com',
      client_description: null,
      redirect_uris: ['https://client.example.com/cb', 'com.example.app:/cb'],
      scope: 'workouts:read workouts:write',
      token_endpoint_auth_method: 'none',
    })
    expect(toAppInput({ ...fields, description: ' a ', keepsNoSecret: false })).toMatchObject({
      client_description: 'a',
      token_endpoint_auth_method: 'client_secret_post',
    })
  })

  test('requires name, website, redirect URIs and scopes', () => {
    expect(APP_RULES.name(' ')).not.toBeNull()
    expect(APP_RULES.website(EMPTY_APP.website)).not.toBeNull()
    expect(APP_RULES.redirects(' \n ')).not.toBeNull()
    expect(APP_RULES.scopes([])).not.toBeNull()
  })

  test.each(['client.example.com', 'javascript:alert(1)', 'mailto:a@b.c'])(
    'rejects %s as a website',
    (address) => {
      expect(APP_RULES.website(address)).not.toBeNull()
    },
  )

  test('requires complete redirect URIs', () => {
    expect(APP_RULES.redirects('https://a.example/cb\nlocalhost')).not.toBeNull()
    expect(APP_RULES.redirects('https://a.example/cb\n\nhttp://localhost:1/')).toBeNull()
    expect(APP_RULES.website('http://a.example')).toBeNull()
    expect(APP_RULES.name('x')).toBeNull()
    expect(APP_RULES.scopes(['workouts:read'])).toBeNull()
  })
})
