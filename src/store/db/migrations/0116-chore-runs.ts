/** When each chore was last done: one whose time came while the server did not run is made up for. */
export const choreRuns = [
  `create table chore_runs (
    name text not null primary key,
    done_at integer not null
  ) strict, without rowid`,
]
