/**
 * Answers that are large and always the same until a recording is measured again: compressed, beside the segment they
 * are made of (the first one for those about a whole workout), gone with it. `position` counts the bytes of all that
 * were ever kept, so that the oldest are found when there are too many.
 */
export const keptAnswers = [
  `create table kept_answers (
    position integer primary key,
    segment_id integer not null references segments (id) on delete cascade,
    variant text not null,
    etag text not null,
    body blob not null,
    unique (segment_id, variant)
  ) strict`,
]
