/** Whether new recordings of a user get titles that name places, instead of the sport and the time. */
export const placeTitles = [
  'alter table users add column place_titles integer not null default 0 check (place_titles in (0, 1))',
]
