import { describe, expect, test } from 'bun:test'
import { SCOPES as SERVER_SCOPES } from '@/policy/scopes'
import { SCOPES, scopeText } from '@/web/components/people/scope-texts'
import { accessDeniedUrl, getDestination } from '@/web/screens/authorize/leave'

describe('getDestination', () => {
  test.each([
    ['https://client.example.com/callback?x=1', 'client.example.com'],
    ['http://127.0.0.1:8080/', '127.0.0.1:8080'],
    ['com.example.app:/callback', 'com.example.app:'],
    ['no address', 'no address'],
  ])('describes %s as %s', (address, name) => {
    expect(getDestination(address)).toBe(name)
  })
})

describe('accessDeniedUrl', () => {
  test.each([
    ['https://a.example/cb', 'x y', 'https://a.example/cb?error=access_denied&state=x+y'],
    ['https://a.example/cb', undefined, 'https://a.example/cb?error=access_denied'],
    [
      'https://a.example/cb?k=v#top',
      '1',
      'https://a.example/cb?k=v&error=access_denied&state=1#top',
    ],
    ['app:/cb', '', 'app:/cb?error=access_denied'],
  ])('leads from %s with state %p to %s', (address, state, url) => {
    expect(accessDeniedUrl(address, state)).toBe(url)
  })
})

describe('scopeText', () => {
  test('returns a text for every scope of the server', () => {
    expect(SCOPES.toSorted()).toEqual([...SERVER_SCOPES].toSorted())
    for (const scope of SCOPES) expect(scopeText(scope)).toMatch(/^[A-Z].* /)
  })

  test('returns the name of an unknown scope', () => {
    expect(scopeText('moon:read')).toBe('moon:read')
  })
})
