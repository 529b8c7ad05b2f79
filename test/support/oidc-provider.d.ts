/** The package has no types; these are for the few parts that the tests use. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  class Grant {
    constructor(grant: { accountId: string | undefined; clientId: string | undefined })
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  interface Context {
    oidc: {
      session?: { accountId?: string }
      client?: { clientId: string }
      provider: { Grant: typeof Grant }
    }
  }

  export default class Provider {
    constructor(
      issuer: string,
      settings: {
        clients: object[]
        claims: Record<string, string[]>
        cookies: { keys: string[] }
        ttl: Record<string, number>
        jwks: { keys: object[] }
        findAccount: (context: Context, id: string) => { accountId: string; claims: () => object }
        loadExistingGrant: (context: Context) => Promise<Grant>
      },
    )
    callback(): RequestListener
  }
}
