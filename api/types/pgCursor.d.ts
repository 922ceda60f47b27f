declare module 'pg-cursor' {
  import type { PostgresCursorConstructor } from 'kysely';

  const Cursor: PostgresCursorConstructor;
  export default Cursor;
}
