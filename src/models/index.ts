export { type AiSdkModel, aiModel } from "./ai-model.ts";
export type { Answer, Model, Question } from "./model.ts";
export { type Environment, namedModel } from "./model-spec.ts";
export { type PromptOptions, prompt } from "./prompt.ts";
export { type ScriptedAnswers, scriptedModel } from "./scripted-model.ts";
