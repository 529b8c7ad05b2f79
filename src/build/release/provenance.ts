/** A file of a release. */
interface Subject {
  name: string
  sha256: string
}

/**
 * Creates an in-toto statement with a SLSA 1.0 provenance (https://slsa.dev/spec/v1.0/provenance), which describes from
 * what and where a release was built. `env` is the environment of a GitHub Actions job; elsewhere the builder is unknown.
 */
export function provenance(env: Record<string, string | undefined>, subjects: readonly Subject[]) {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_SHA, GITHUB_REF, GITHUB_RUN_ID } = env
  const repository = GITHUB_REPOSITORY && `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: subjects.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'https://slsa-framework.github.io/github-actions-buildtypes/workflow/v1',
        externalParameters: {
          workflow: { repository, ref: GITHUB_REF, path: '.github/workflows/release.yml' },
        },
        resolvedDependencies:
          repository === undefined
            ? []
            : [{ uri: `git+${repository}@${GITHUB_REF}`, digest: { gitCommit: GITHUB_SHA } }],
      },
      runDetails: {
        builder: { id: repository ? `${repository}/.github/workflows/release.yml` : 'unknown' },
        metadata: {
          invocationId: repository && `${repository}/actions/runs/${GITHUB_RUN_ID}`,
        },
      },
    },
  }
}
