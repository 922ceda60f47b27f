import * as z from 'zod/mini';

/** Where a container stands, or goes to. */
export const siteShown = z.object({
  holder: z.string(),
  address: z.string(),
  lat: z.nullable(z.number()),
  lng: z.nullable(z.number()),
});
