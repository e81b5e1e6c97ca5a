import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { conditions: ["lightcone-source"] },
  ssr: { resolve: { conditions: ["lightcone-source"] } },
  test: {
    include: ["test/**/*.test.ts"],
    maxWorkers: 2,
    testTimeout: 60_000,
    typecheck: { enabled: false },
  },
});
