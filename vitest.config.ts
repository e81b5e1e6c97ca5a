import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { conditions: ["lightcone-source"] },
  ssr: { resolve: { conditions: ["lightcone-source"] } },
  test: {
    include: ["test/**/*.test.ts"],
    maxWorkers: 2,
    // Tests share nothing but the modules that they load, and loading them anew for each file costs more than they do.
    isolate: false,
    testTimeout: 60_000,
    typecheck: { enabled: false },
  },
});
