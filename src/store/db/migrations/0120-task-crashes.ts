/**
 * How often the process died while it worked on a task, without any progress in between: a task that brings the server
 * down is given up, instead of bringing it down at every start.
 */
export const taskCrashes = ['alter table user_tasks add column crashes integer not null default 0']
